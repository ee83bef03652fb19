"""PAR sheets as a workbook: figures by live formulas, their exact values beside them, and read back again."""
