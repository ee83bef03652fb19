"""The report of an audit in Markdown: the analysis, every claim judged, the findings."""

from __future__ import annotations

from combin.report.audit.document import report_markdown

__all__ = ["report_markdown"]
