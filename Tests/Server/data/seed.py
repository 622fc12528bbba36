"""The same rows for the same number and seed."""

import random
from contextlib import nullcontext
from datetime import datetime, timedelta, timezone
from decimal import Decimal

from .. import state
from . import changes
from .models import (
    Article,
    ArticleComment,
    Change,
    Enterprise,
    Image,
    Meeting,
    Note,
    Product,
    ProductReview,
    Tag,
    TimelineEntry,
)  # fmt: skip

WORDS = "amber basalt cedar delta ember fjord garnet harbour ivory juniper kelp linden maple nickel opal pine".split()
NAMES = ["Ada", "Björn", "Chiara", "Dmitri", "Emre", "Françoise", "Grace", "Haruki", None]
TOPICS = ["news", "swift", "sqlite"]


def seed(count, number=1):
    """`count` articles and products, and of the other resources as many as go with them. The rows of an empty server
    are years old; those that come later are made now, so that who asks for changes gets them."""
    with nullcontext() if Change.objects.exists() else state.long_ago(START):
        make(count, number)


def make(count, number):
    draw = random.Random(number)

    def words(least, most):
        return " ".join(draw.choice(WORDS) for _ in range(draw.randint(least, most)))

    tags = [made(Tag(name=name)) for name in WORDS[: min(len(WORDS), max(1, count // 4))]]
    products = [
        made(
            Product(
                title=words(1, 3).title(),
                description=words(5, 12) if draw.random() < 0.8 else None,
                price=Decimal(draw.randint(100, 99999)) / 100,
                in_stock=draw.random() < 0.7,
                weight=round(draw.random() * 10, 3) if draw.random() < 0.8 else None,
            )
        )
        for _ in range(count)
    ]
    for product in products:
        product.tags.set(draw.sample(tags, draw.randint(0, min(3, len(tags)))))
        images = [made(Image(product=product, caption=words(1, 3))) for _ in range(draw.randint(0, 2))]
        if images:
            Product.objects.filter(pk=product.pk).update(image=images[0])
        for _ in range(draw.randint(0, 3)):
            review = ProductReview(product=product, rating=draw.randint(1, 5), body=words(3, 20))
            review.author = draw.choice(NAMES) or "Anonymous"
            made(review)
    articles = []
    for _ in range(count):
        article = Article(title=words(2, 5).capitalize(), body=words(20, 60), author=draw.choice(NAMES))
        article.views, article.published = draw.randint(0, 5000), draw.random() < 0.5
        articles.append(made(article))
        for _ in range(draw.randint(0, 2)):
            made(ArticleComment(article=article, author=draw.choice(NAMES), body=words(3, 15)))
    for index in range(max(1, count // 2)):
        enterprise = Enterprise(name=f"{words(1, 2).title()} Ltd", phone=f"+49 30 {draw.randint(10000, 99999)}")
        enterprise.employees = draw.randint(1, 900) if draw.random() < 0.8 else None
        enterprise.street, enterprise.zip = (
            f"{words(1, 1).title()} Road {index + 1}",
            f"{draw.randint(10000, 99999)}",
        )
        enterprise.city, enterprise.country = words(1, 1).title(), draw.choice(["DE", "GB", "TR"])
        made(enterprise)
        meeting = Meeting(id=f"meeting-{index + 1}", title=words(1, 3).capitalize(), place=words(1, 1).title())
        meeting.starts_at = START + timedelta(days=index, minutes=draw.randint(0, 1439))
        made(meeting)
        for place in range(draw.randint(0, 3)):
            made(Note(hash=f"{meeting.id}-note-{place + 1}", meeting=meeting, text=words(2, 12), position=place))
    for topic in TOPICS:
        order(topic, draw.sample(articles, len(articles)))


START = datetime(2024, 1, 1, tzinfo=timezone.utc)


def made(record):
    changes.save(record)
    return record


def order(topic, articles):
    """The list of a topic from now on."""
    TimelineEntry.objects.filter(topic=topic).delete()
    TimelineEntry.objects.bulk_create(
        TimelineEntry(topic=topic, position=position, article=article) for position, article in enumerate(articles)
    )
