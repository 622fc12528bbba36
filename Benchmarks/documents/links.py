"""Many-to-many: posts with six embedded tags and six keys of other posts each."""

from __future__ import annotations

from collections.abc import Iterator

from .draw import Draw
from .writing import JSONObject

POSTS = 50_000
TAGS = 5_000
ITEMS = 6


def posts(scale: float) -> Iterator[JSONObject]:
    draw = Draw()
    sentences = draw.sentences(4_000)
    count = round(POSTS * scale)
    tags = [
        {"id": number, "name": draw.one_of(sentences)[:16], "usage": draw.below(10_000)}
        for number in range(1, TAGS + 1)
    ]
    for number in range(1, count + 1):
        chosen = sorted({draw.below(TAGS) for _ in range(ITEMS)})
        yield {
            "id": number,
            "title": draw.one_of(sentences)[:40],
            "views": draw.below(1_000_000),
            "tags": [tags[index] for index in chosen],
            "related_ids": sorted({draw.between(1, count) for _ in range(ITEMS)}),
        }
