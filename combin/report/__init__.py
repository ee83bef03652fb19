"""What people see: tables, Markdown, JSON, CSV and frames made from results."""
