"""Deep nesting: eight levels, each object with three of the next; 3 280 rows in each object of the root."""

from __future__ import annotations

from collections.abc import Iterator

from .draw import Draw
from .writing import JSONObject

COMPANIES = 80
ITEMS = 3
LEVELS = ("divisions", "departments", "teams", "projects", "milestones", "issues", "steps")


def companies(scale: float) -> Iterator[JSONObject]:
    draw = Draw()
    sentences = draw.sentences(4_000)
    last = [0] * (len(LEVELS) + 1)

    def item(level: int, position: int) -> JSONObject:
        last[level] += 1
        made: JSONObject = {"id": last[level], "name": draw.one_of(sentences)[:40], "position": position}
        if level < len(LEVELS):
            made[LEVELS[level]] = [item(level + 1, index) for index in range(ITEMS)]
        return made

    return (item(0, number) for number in range(max(1, round(COMPANIES * scale))))
