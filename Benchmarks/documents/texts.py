"""Long texts with escapes: pages of 2 to 25 kB with line breaks, quotes, backslashes and wide characters."""

from __future__ import annotations

from collections.abc import Iterator

from .draw import Draw
from .writing import JSONObject

PAGES = 5_000


def pages(scale: float) -> Iterator[JSONObject]:
    draw = Draw()
    sentences = draw.sentences(4_000)

    def paragraphs(low: int, high: int) -> str:
        return "\n\n".join(
            " ".join(draw.one_of(sentences) for _ in range(draw.between(2, 8)))
            for _ in range(draw.between(low, high)))

    def source() -> str:
        lines = (
            f"\t<a href=\"/{draw.below(10_000)}\" title=\"{draw.one_of(sentences)}\">C:\\{draw.below(100)}</a>"
            for _ in range(draw.between(10, 80)))
        return "\r\n".join(lines)

    for number in range(1, round(PAGES * scale) + 1):
        yield {
            "id": number,
            "title": draw.one_of(sentences),
            "body": paragraphs(4, 40),
            "source": source(),
            "notes": paragraphs(1, 4) if draw.below(2) else None,
        }
