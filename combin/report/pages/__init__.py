"""Documents of headings, prose, tables and plots, in Markdown, in HTML and for the typesetter."""
