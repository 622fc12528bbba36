"""From the nested feed to rows, table by table: what both Python programs do after parsing."""

from __future__ import annotations

from typing import Any

COLUMNS = {
    "Author": ("id", "name", "email", "joinedAt"),
    "Article": ("id", "title", "slug", "body", "publishedAt", "views", "rating", "author"),
    "Comment": ("id", "body", "createdAt", "likes", "article", "author"),
}

JSONObject = dict[str, Any]
Row = tuple[Any, ...]


def stored_date(text: str) -> str:
    """2000-08-22T13:28:00Z -> 2000-08-22T13:28:00.000Z"""
    return text[:-1] + ".000Z"


def author_row(author: JSONObject) -> Row:
    return author["id"], author["name"], author["email"], stored_date(author["joined_at"])


def article_row(article: JSONObject) -> Row:
    published = stored_date(article["published_at"])
    return (article["id"], article["title"], article["slug"], article["body"], published,
            article["views"], article["rating"], article["author"]["id"])


def comment_row(comment: JSONObject, article: int) -> Row:
    created = stored_date(comment["created_at"])
    return comment["id"], comment["body"], created, comment["likes"], article, comment["author"]["id"]


def flatten(feed: list[JSONObject]) -> dict[str, list[Row]]:
    """One row per mention: an author embedded a hundred times is a hundred rows, as in the other programs."""
    authors: list[Row] = []
    articles: list[Row] = []
    comments: list[Row] = []
    for article in feed:
        authors.append(author_row(article["author"]))
        articles.append(article_row(article))
        for comment in article["comments"]:
            authors.append(author_row(comment["author"]))
            comments.append(comment_row(comment, article["id"]))
    return {"Author": authors, "Article": articles, "Comment": comments}
