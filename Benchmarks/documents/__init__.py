"""The documents that are imported, made from nothing: the same scale gives the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import deep, feed, links, numbers, texts, wide
from .writing import JSONObject

# By name: the records at a scale, and whether they are written one a line in place of an array.
DOCUMENTS: dict[str, tuple[Callable[[float], Iterator[JSONObject]], bool]] = {
    "feed": (feed.articles, False),
    "feed-changed": (feed.changed, False),
    "feed-pruned": (feed.pruned, False),
    "feed-lines": (feed.articles, True),
    "comments": (feed.comments, True),
    "wide": (wide.products, False),
    "links": (links.posts, False),
    "deep": (deep.companies, False),
    "texts": (texts.pages, False),
    "numbers": (numbers.readings, False),
}
