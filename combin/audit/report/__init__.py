"""The report of an audit: the analysis, every claim judged, the findings."""

from __future__ import annotations

from combin.audit.report.document import begun_report, report, report_markdown, write_reports

__all__ = ["begun_report", "report", "report_markdown", "write_reports"]
