"""PAR sheets: a workbook of live formulas with exact values beside them, read back again, and a document."""
