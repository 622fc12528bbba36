"""From the nested feed to rows, table by table: what both Python programs do after parsing."""

from __future__ import annotations

from typing import Any, NamedTuple

Row = dict[str, Any]


class Rows(NamedTuple):
    articles: list[Row]
    authors: list[Row]
    comments: list[Row]


def stored_date(text: str) -> str:
    """2000-08-22T13:28:00Z -> 2000-08-22T13:28:00.000Z"""
    return text[:-1] + ".000Z"


def author_row(author: Row) -> Row:
    return {
        "id": author["id"],
        "name": author["name"],
        "email": author["email"],
        "joinedAt": stored_date(author["joined_at"]),
    }


def flatten(feed: list[Row]) -> Rows:
    """One row per mention: an author embedded a hundred times is a hundred rows, as in the other programs."""
    rows = Rows([], [], [])
    for article in feed:
        rows.authors.append(author_row(article["author"]))
        rows.articles.append({
            "id": article["id"],
            "title": article["title"],
            "slug": article["slug"],
            "body": article["body"],
            "publishedAt": stored_date(article["published_at"]),
            "views": article["views"],
            "rating": article["rating"],
            "author": article["author"]["id"],
        })
        for comment in article["comments"]:
            rows.authors.append(author_row(comment["author"]))
            rows.comments.append({
                "id": comment["id"],
                "body": comment["body"],
                "createdAt": stored_date(comment["created_at"]),
                "likes": comment["likes"],
                "article": article["id"],
                "author": comment["author"]["id"],
            })
    return rows
