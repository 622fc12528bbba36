"""The nested feed: articles, each with its author and its comments, each comment with its author.

At scale 1: 50 000 articles, 200 000 comments, 2 000 distinct authors embedded 250 000 times, 67 MB."""

from __future__ import annotations

from collections.abc import Iterator

from .draw import Draw
from .writing import JSONObject

ARTICLES = 50_000
COMMENTS_PER_ARTICLE = 4
AUTHORS = 2_000

FIRST_NAMES = "Ada Björn Chloé Dmitri Eun-ji Fatima Grace Hiro Inés José Kofi Lena Miloš Nadia".split()
LAST_NAMES = "Adeyemi Brown Çelik Dvořák Eriksson Fischer García Hughes Ivanova Müller O'Neil".split()


def authors(draw: Draw) -> list[JSONObject]:
    made = []
    for number in range(1, AUTHORS + 1):
        name = f"{draw.one_of(FIRST_NAMES)} {draw.one_of(LAST_NAMES)}"
        joined = draw.date(2005, 2015)
        made.append({"id": number, "name": name, "email": f"u{number}@example.com", "joined_at": joined})
    return made


def articles(scale: float) -> Iterator[JSONObject]:
    draw = Draw()
    text = draw.sentences(4_000)
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


def changed(scale: float) -> Iterator[JSONObject]:
    """The feed with one article in a hundred changed, and one comment in a hundred."""
    for article in articles(scale):
        if article["id"] % 100 == 50:
            article["views"] += 1
            article["title"] = "Now: " + article["title"]
        for comment in article["comments"]:
            if comment["id"] % 100 == 50:
                comment["likes"] += 1
        yield article


def pruned(scale: float) -> Iterator[JSONObject]:
    """The feed without one article in ten."""
    return (article for article in articles(scale) if article["id"] % 10 != 5)


def comments(scale: float) -> Iterator[JSONObject]:
    """20 000 comments at scale 1, each with its author: the tiny documents."""
    made = 0
    for article in articles(scale):
        for comment in article["comments"]:
            if made >= 20_000 * scale:
                return
            made += 1
            yield comment
