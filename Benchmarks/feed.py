"""The nested feed: articles, each with its author and its comments, each comment with its author.

    python3 feed.py FILE [--scale 1.0] [--seed 20000822]

At scale 1: 50 000 articles, 200 000 comments, 2 000 distinct authors embedded 250 000 times, 67 MB.
The same scale and seed give the same bytes on every machine and Python: only `Random.random()` is
drawn from, the one method whose sequence Python promises to keep. The file is written as it is made.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

ARTICLES = 50_000
COMMENTS_PER_ARTICLE = 4
AUTHORS = 2_000
SEED = 20000822

Item = TypeVar("Item")
JSONObject = dict[str, Any]

WORDS = (
    "the of and to in is that for it as with on be by at this from are was have not but they which "
    "river market signal window garden engine paper border winter council record harbour version "
    "station island letter theatre orchestra village measure question weather bridge company museum "
    "café naïve São Zürich Kraków Ελλάδα Москва 東京 smörgåsbord résumé élan"
).split()
MARKS = ('"quoted"', "C:\\temp", "a/b", "line one\nline two", "tab\tstop", "😀", "“curly”", "½")
FIRST_NAMES = "Ada Björn Chloé Dmitri Eun-ji Fatima Grace Hiro Inés José Kofi Lena Miloš Nadia".split()
LAST_NAMES = "Adeyemi Brown Çelik Dvořák Eriksson Fischer García Hughes Ivanova Müller O'Neil".split()


class Draw:
    """Deterministic choices made from `Random.random()` alone."""

    def __init__(self, seed: int) -> None:
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


def sentences(draw: Draw, count: int) -> list[str]:
    """Sentences of 4 to 12 words; one in six carries a mark that JSON must escape or UTF-8 must widen."""
    made = []
    for _ in range(count):
        words = [draw.one_of(WORDS) for _ in range(draw.between(4, 12))]
        if draw.below(6) == 0:
            words.insert(draw.below(len(words)), draw.one_of(MARKS))
        made.append(" ".join(words).capitalize() + ".")
    return made


def authors(draw: Draw) -> list[JSONObject]:
    made = []
    for number in range(1, AUTHORS + 1):
        name = f"{draw.one_of(FIRST_NAMES)} {draw.one_of(LAST_NAMES)}"
        joined = draw.date(2005, 2015)
        made.append({"id": number, "name": name, "email": f"u{number}@example.com", "joined_at": joined})
    return made


def articles(scale: float, seed: int = SEED) -> Iterator[JSONObject]:
    """The feed's articles, one after another."""
    draw = Draw(seed)
    text = sentences(draw, 4_000)
    people = authors(draw)
    comment_id = 0
    for number in range(1, round(ARTICLES * scale) + 1):
        comments = []
        for _ in range(COMMENTS_PER_ARTICLE):
            comment_id += 1
            comments.append({
                "id": comment_id,
                "body": draw.one_of(text),
                "created_at": draw.date(2016, 2024),
                "likes": draw.below(500),
                "author": draw.one_of(people),
            })
        yield {
            "id": number,
            "title": draw.one_of(text)[: draw.between(20, 50)],
            "slug": f"{draw.one_of(text)[:16].lower().replace(' ', '-')}-{number}",
            "body": " ".join(draw.one_of(text) for _ in range(draw.between(1, 4))),
            "published_at": draw.date(2016, 2024),
            "views": draw.below(1_000_000),
            "rating": draw.between(10, 50) / 10,
            "author": draw.one_of(people),
            "comments": comments,
        }


def write_feed(path: Path, scale: float, seed: int = SEED) -> None:
    """Writes the feed as one JSON array. One article in eight has all non-ASCII text escaped (`\\u00e9`),
    as many servers send it; the rest is plain UTF-8."""
    plain = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
    escaped = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"))
    with path.open("w", encoding="utf-8", newline="\n") as file:
        separator = "["
        for article in articles(scale, seed):
            encoder = escaped if article["id"] % 8 == 0 else plain
            file.write(separator + encoder.encode(article))
            separator = ",\n"
        file.write("]\n" if separator != "[" else "[]\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the nested feed of the benchmark.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    write_feed(arguments.file, arguments.scale, arguments.seed)


if __name__ == "__main__":
    main()
