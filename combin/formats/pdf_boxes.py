"""The boxes by which a print shop cuts: every page of a PDF says where its trimmed edge and its bleed are."""

from __future__ import annotations

import re

POINTS = 72 / 25.4
"""In a millimetre."""

_PAGE = re.compile(rb"/Type/Page/Resources \d+ 0 R/MediaBox\[0 0 (\S+) (\S+)\]")
_ENTRY = re.compile(rb"(\d{10})( \d{5} n)")


def with_boxes(pdf: bytes, outside: float, bleed: float) -> bytes:
    """Return a PDF of the typesetter with a TrimBox and a BleedBox on each page (PDF 1.7, 14.11.2).

    What is inserted moves what follows, so the places in the table of objects are moved as well.

    Args:
        pdf: with one table of objects at its end, as the engine writes it.
        outside: millimetres of paper around the trimmed page.
        bleed: millimetres of them that are printed on.
    """
    table = pdf.rindex(b"xref\n", 0, pdf.rindex(b"startxref"))
    inserted: list[tuple[int, bytes]] = []
    for match in _PAGE.finditer(pdf, 0, table):
        wide, high = float(match[1]), float(match[2])
        boxes = "".join(
            f"/{name}[{_points(inset)} {_points(inset)} {_points(wide - inset)} {_points(high - inset)}]"
            for name, inset in (("TrimBox", outside * POINTS), ("BleedBox", (outside - bleed) * POINTS))
        )
        inserted.append((match.end(), boxes.encode()))

    def moved(offset: int) -> int:
        return offset + sum(len(boxes) for place, boxes in inserted if place <= offset)

    body, start = b"", 0
    for place, inside in inserted:
        body += pdf[start:place] + inside
        start = place
    end = _ENTRY.sub(lambda entry: b"%010d%s" % (moved(int(entry[1])), entry[2]), pdf[table:])
    end = re.sub(rb"(?<=startxref\n)\d+", b"%d" % moved(table), end)
    return body + pdf[start:table] + end


def _points(length: float) -> str:
    return f"{length:.4f}".rstrip("0").rstrip(".")
