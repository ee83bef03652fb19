"""Tables, documents and pictures in every format: terminal, Markdown, HTML, typst, CSV, JSON, frames."""
