"""Changes by somebody else than the client."""

import random
from decimal import Decimal

from ..data import changes, writing
from ..data.models import Article, ArticleComment, Product, ProductReview, TimelineEntry
from ..data.resources import BY_NAME
from ..data.seed import WORDS, order

KINDS = ["articles", "article_comments", "products", "product_reviews"]


def mutate(count, seed, models):
    """Creates, changes and deletes rows; what it did, in order."""
    draw = random.Random(seed)
    done = []
    for _ in range(count):
        name = draw.choice(models or KINDS)
        rows = list(BY_NAME[name].model.objects.filter(deleted_at=None).order_by("pk"))
        op = draw.choices(["create", "update", "delete"], [3, 5, 2])[0]
        if op == "create" or not rows:
            record, op = created(name, draw), "create"
        else:
            record = draw.choice(rows)
            change(record, op, draw)
        if record is not None:
            done.append({"op": op, "model": name, "id": record.pk})
    return done


def created(name, draw):
    """A new row, or None where there is no parent for it."""
    words = " ".join(draw.choice(WORDS) for _ in range(3))
    articles = Article.objects.filter(deleted_at=None).order_by("pk")
    products = Product.objects.filter(deleted_at=None).order_by("pk")
    if name == "articles":
        values = {"title": words, "views": draw.randint(0, 99)}
    elif name == "products":
        values = {"title": words, "price": Decimal(draw.randint(1, 9999)) / 100}
    elif name == "article_comments" and articles:
        values = {"article": draw.choice(list(articles)), "body": words}
    elif name == "product_reviews" and products:
        values = {"product": draw.choice(list(products)), "author": "Somebody", "rating": 3, "body": words}
    elif name not in KINDS:
        raise ValueError(f"{name} are not changed at random; there are {', '.join(KINDS)}")
    else:
        return None
    return writing.create(BY_NAME[name], values, "")


def change(record, op, draw):
    if op == "delete":
        changes.delete(record)
    elif isinstance(record, (ArticleComment, ProductReview)):
        writing.fill(record, {"body": f"{draw.choice(WORDS)} {draw.randint(0, 999)}"})
    else:
        writing.fill(record, {"title": f"{draw.choice(WORDS)} {draw.randint(0, 999)}"})


def reorder(topic, articles, shuffle):
    """The ids of the topic's articles in their new order."""
    if articles is None:
        entries = TimelineEntry.objects.filter(topic=topic).order_by("position")
        articles = list(entries.values_list("article_id", flat=True))
        random.Random(shuffle).shuffle(articles)
    found = Article.objects.in_bulk(articles)
    missing = [key for key in articles if key not in found]
    if missing:
        raise ValueError(f"there is no article {missing[0]}")
    order(topic, [found[key] for key in articles])
    return articles
