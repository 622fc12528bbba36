"""Deterministic choices, and the words they are made among."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")

SEED = 20000822
WORDS = (
    "the of and to in is that for it as with on be by at this from are was have not but they which "
    "river market signal window garden engine paper border winter council record harbour version "
    "station island letter theatre orchestra village measure question weather bridge company museum "
    "café naïve São Zürich Kraków Ελλάδα Москва 東京 smörgåsbord résumé élan"
).split()
MARKS = ('"quoted"', "C:\\temp", "a/b", "line one\nline two", "tab\tstop", "😀", "“curly”", "½")


class Draw:
    """Deterministic choices made from `Random.random()` alone, the one method whose sequence Python promises to
    keep: the same seed gives the same document on every machine and Python."""

    def __init__(self, seed: int = SEED) -> None:
        self._random = Random(seed).random

    def below(self, limit: int) -> int:
        return int(self._random() * limit)

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def one_of(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def date(self, first_year: int, last_year: int) -> str:
        year, month, day = self.between(first_year, last_year), self.between(1, 12), self.between(1, 28)
        hour, minute, second = self.below(24), self.below(60), self.below(60)
        return f"{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"

    def sentences(self, count: int) -> list[str]:
        """Sentences of 4 to 12 words; one in six carries a mark that JSON must escape or UTF-8 must widen."""
        made = []
        for _ in range(count):
            words = [self.one_of(WORDS) for _ in range(self.between(4, 12))]
            if self.below(6) == 0:
                words.insert(self.below(len(words)), self.one_of(MARKS))
            made.append(" ".join(words).capitalize() + ".")
        return made
