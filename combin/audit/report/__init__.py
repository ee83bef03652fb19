"""The report of an audit: the analysis, every claim judged, the findings."""
