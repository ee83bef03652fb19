"""Code changed in place: functions that exist get other code, and forget what they have worked out."""

from __future__ import annotations

import ast
import gc
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from types import CodeType, FunctionType

from bench.mutations import first_line

__all__ = ["Key", "Marked", "forget", "install", "live_functions"]

Key = tuple[str, str, int]
"""A function: its file, its qualified name and its first line."""


def codes(code: CodeType) -> Iterator[CodeType]:
    """Every code inside a module's code."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from codes(constant)


def install(tree: ast.Module, path: str, live: dict[Key, list[FunctionType]]) -> None:
    """Give the functions that exist the code of this tree."""
    for code in codes(compile(tree, path, "exec", dont_inherit=True)):
        for function in live.get((path, code.co_qualname, code.co_firstlineno), ()):
            if function.__code__.co_freevars == code.co_freevars:
                function.__code__ = code


def live_functions(paths: set[str]) -> dict[Key, list[FunctionType]]:
    found: dict[Key, list[FunctionType]] = defaultdict(list)
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in paths:
            code = one.__code__
            found[code.co_filename, code.co_qualname, code.co_firstlineno].append(one)
    return found


def forget() -> None:
    """Empty every cache that collecting the tests has filled."""
    for one in gc.get_objects():
        kind = type(one)
        if hasattr(kind, "cache_clear"):
            one.cache_clear()
        elif str(kind.__module__).startswith("combin.") and hasattr(one, "__dict__"):
            for base in kind.__mro__:
                for name, value in vars(base).items():
                    if isinstance(value, cached_property):
                        vars(one).pop(name, None)


class Marked(ast.NodeTransformer):
    """Makes every function report its first line when it is called."""

    def __init__(self, path: str) -> None:
        self.path = path

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        call = ast.parse(f"mutants_called(({self.path!r}, {first_line(node)}))").body[0]
        node.body.insert(ast.get_docstring(node, clean=False) is not None, call)
        return node
