"""The notebook of the docs run as a test; `python -m tests.helpers.notebook` writes its outputs anew."""

from __future__ import annotations

import ast
import json
import os
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook.ipynb"
REPRESENTATIONS = {"text/html": "_repr_html_", "text/latex": "_repr_latex_", "image/svg+xml": "_repr_svg_"}


def outputs(source: str, names: dict[str, object], number: int) -> list[dict[str, Any]]:
    """Run a cell as Jupyter does; return what it prints, and the value of its last expression."""
    program, printed, value = ast.parse(source), StringIO(), None
    last = program.body.pop() if isinstance(program.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(program, f"cell {number}", "exec"), names)  # noqa: S102
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)  # noqa: S307
    shown: list[dict[str, Any]] = []
    if text := printed.getvalue():
        shown.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if value is not None:
        data = {
            kind: getattr(value, name)() for kind, name in REPRESENTATIONS.items() if hasattr(value, name)
        }
        data["text/plain"] = repr(value)
        lines = {kind: text.splitlines(keepends=True) for kind, text in data.items() if text}
        result = {"data": lines, "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        shown.append(result)
    return shown


def run(text: str) -> str:
    """Return a notebook with what its cells show now."""
    notebook, names = json.loads(text), dict[str, object]()
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, start=1):
        cell["execution_count"] = number
        cell["outputs"] = outputs("".join(cell["source"]), names, number)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        NOTEBOOK.write_text(run(NOTEBOOK.read_text(encoding="utf-8")), encoding="utf-8")
