"""What each resource of the API is called, and which records it is of."""

from dataclasses import dataclass, field
from functools import cache

from . import models, serializers


@dataclass(frozen=True)
class Resource:
    """`name` is the path, `singular` the key that may wrap a record in a request, `root` the key a list is under."""

    name: str
    singular: str
    model: type
    serializer: type
    root: str | None = None
    # What a list reads along with its rows, so that it takes the same few statements however long it is.
    prefetch: tuple = field(default=())

    def rows(self):
        query = self.model.objects.all()
        related = [name for name in self.prefetch if not name.endswith("!")]
        joined = [name[:-1] for name in self.prefetch if name.endswith("!")]
        return query.select_related(*joined).prefetch_related(*related) if self.prefetch else query

    def shown(self, record):
        """The record's JSON, or that of its tombstone."""
        if record.deleted_at is not None:
            return tombstone(record)
        return _writer(self.serializer).to_representation(record)


@cache
def _writer(serializer):
    """A serializer that writes JSON only: making its fields takes longer than a record does."""
    return serializer()


def tombstone(record):
    """What is left of a deleted record."""
    from .fields import iso

    return {
        record.key_name: record.pk,
        "client_uuid": record.client_uuid,
        "deleted": True,
        "deleted_at": iso(record.deleted_at),
        "updated_at": iso(record.updated_at),
        "lock_version": record.lock_version,
    }


ALL = [
    Resource(
        "products", "product", models.Product, serializers.ProductSerializer,
        prefetch=("image!", "images", "tags", "reviews"),
    ),
    Resource("product_reviews", "product_review", models.ProductReview, serializers.ProductReviewSerializer),
    Resource("images", "image", models.Image, serializers.ImageSerializer),
    Resource("tags", "tag", models.Tag, serializers.TagSerializer, prefetch=("products",)),
    Resource("articles", "article", models.Article, serializers.ArticleSerializer),
    Resource("article_comments", "article_comment", models.ArticleComment, serializers.ArticleCommentSerializer),
    Resource(
        "enterprises", "enterprise", models.Enterprise, serializers.EnterpriseSerializer, root="array_of_enterprises"
    ),
    Resource("meetings", "meeting", models.Meeting, serializers.MeetingSerializer),
    Resource("notes", "note", models.Note, serializers.NoteSerializer),
]  # fmt: skip

BY_NAME = {resource.name: resource for resource in ALL}

# What is reached through another record: (parent, key of the link, child).
NESTED = {
    ("products", "reviews"): ("product_id", "product_reviews"),
    ("products", "product_reviews"): ("product_id", "product_reviews"),
    ("products", "images"): ("product_id", "images"),
    ("articles", "article_comments"): ("article_id", "article_comments"),
    ("articles", "comments"): ("article_id", "article_comments"),
    ("meetings", "notes"): ("meeting_id", "notes"),
}
