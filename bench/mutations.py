"""The small faults that `make mutants` puts into a module, one at a time, in its syntax tree.

Left out, because no test should hold them fast: docstrings and every other string, what a `raise` says, type
hints, `__all__`, decorators, `zip`'s `strict` (an assertion), and lines that say `pragma: no mutate`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy, deepcopy
from dataclasses import dataclass

__all__ = ["Mutant", "first_line", "mutants"]

Def = ast.FunctionDef | ast.AsyncFunctionDef
Path = tuple[tuple[str, int | None], ...]
"""The way from a module to a node: field after field, with the place in the field if it is a list."""

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
NAMED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One fault: where it is, what it makes of what, and the whole module with it.

    `scope` is the first line of the innermost function around it, or None at the level of module and class.
    """

    line: int
    scope: int | None
    before: str
    after: str
    tree: ast.Module

    @property
    def shown(self) -> str:
        """The fault in one line."""
        return f"{self.before}  ->  {self.after}"


def mutants(source: str) -> list[Mutant]:
    """Return every mutant of a module, in the order of its text."""
    lines = source.splitlines()
    whole = ast.parse(source)
    found = []
    for path, scope in _places(whole, (), None):
        node = _at(whole, path)
        line = getattr(node, "lineno", 0)
        if "pragma: no mutate" in lines[line - 1] or _for_types(node):
            continue
        for after in (*_faults(node), *_other_shapes(node)):
            tree = deepcopy(whole)
            _put(tree, path, ast.copy_location(after, node))
            ast.fix_missing_locations(tree)
            found.append(Mutant(line, scope, _text(node), _text(after), tree))
    return found


def _places(node: ast.AST, path: Path, scope: int | None) -> Iterator[tuple[Path, int | None]]:
    """Walk what may be mutated: the way to each node, and the first line of the function around it."""
    yield path, scope
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "type_params"} or _left_out(node, name):
            continue
        # Defaults are worked out where the function is defined, its body when it runs.
        inner = first_line(node) if isinstance(node, Def) and name == "body" else scope
        if isinstance(value, ast.AST):
            yield from _places(value, (*path, (name, None)), inner)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield from _places(item, (*path, (name, index)), inner)


def _left_out(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Raise):
        return True
    if isinstance(node, ast.Assign):
        names = {one.id for one in node.targets if isinstance(one, ast.Name)}
        return not names.isdisjoint({"__all__", "msg", "message"})
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    return _for_types(node) and name == "body"


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def first_line(node: Def) -> int:
    """Return the line that Python takes for the first of a function: that of its first decorator."""
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def _faults(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(ops=ops):
            for index, compared in enumerate(ops):
                changed = [*ops[:index], COMPARED[type(compared)](), *ops[index + 1 :]]
                yield _with(node, ops=changed)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in COMPUTED:
            yield _with(node, op=COMPUTED[type(op)]())
        case ast.BoolOp(op=joined):
            yield _with(node, op=ast.Or() if isinstance(joined, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in NAMED:
            yield _with(node, func=ast.Name(NAMED[name], ast.Load()))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
                yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case _:
            pass


def _other_shapes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield faults as people make them: arguments exchanged, a branch dropped, an order turned round."""
    match node:
        case ast.Call(args=[first, second, *rest]) if not any(
            isinstance(one, ast.Starred) for one in (first, second)
        ):
            if ast.dump(first) != ast.dump(second):
                yield _with(node, args=[second, first, *rest])
        case ast.If():
            yield _with(node, test=ast.Constant(value=False))
        case ast.For(iter=items) | ast.comprehension(iter=items):
            listed = ast.Call(ast.Name("list", ast.Load()), [items], [])
            yield _with(node, iter=ast.Call(ast.Name("reversed", ast.Load()), [listed], []))
        case _:
            pass


def _with(node: ast.AST, **changes: object) -> ast.AST:
    new = copy(node)
    for name, value in changes.items():
        setattr(new, name, value)
    return new


def _at(tree: ast.AST, path: Path) -> ast.AST:
    node = tree
    for name, index in path:
        value = getattr(node, name)
        node = value if index is None else value[index]
    return node


def _put(tree: ast.AST, path: Path, new: ast.AST) -> None:
    parent, (name, index) = _at(tree, path[:-1]), path[-1]
    if index is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[index] = new


def _text(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0]
