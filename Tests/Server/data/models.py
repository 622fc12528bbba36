"""The tables. The records' JSON is in `serializers`."""

from django.db import models

from .record import Record


class Product(Record):
    resource = "products"

    title = models.CharField(max_length=200)
    description = models.TextField(null=True, blank=True)
    price = models.DecimalField(max_digits=10, decimal_places=2)
    in_stock = models.BooleanField(default=True)
    weight = models.FloatField(null=True, blank=True)
    image = models.ForeignKey("Image", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    tags = models.ManyToManyField("Tag", related_name="products", blank=True)

    lists_others = True

    def children(self):
        return [*self.reviews.filter(deleted_at=None), *self.images.filter(deleted_at=None)]

    def parents(self):
        return list(self.tags.filter(deleted_at=None))


class ProductReview(Record):
    resource = "product_reviews"

    product = models.ForeignKey(Product, on_delete=models.CASCADE, related_name="reviews")
    author = models.CharField(max_length=100)
    rating = models.IntegerField()
    body = models.TextField(null=True, blank=True)

    def parents(self):
        return [self.product]


class Image(Record):
    resource = "images"

    product = models.ForeignKey(Product, null=True, blank=True, on_delete=models.CASCADE, related_name="images")
    caption = models.CharField(max_length=200, null=True, blank=True)
    filename = models.CharField(max_length=200, null=True, blank=True)
    content_type = models.CharField(max_length=100, null=True, blank=True)
    size = models.BigIntegerField(null=True, blank=True)
    sha256 = models.CharField(max_length=64, null=True, blank=True)

    def parents(self):
        return [self.product] if self.product_id else []


class Tag(Record):
    resource = "tags"

    name = models.CharField(max_length=100)

    lists_others = True

    def parents(self):
        return list(self.products.filter(deleted_at=None))


class Article(Record):
    resource = "articles"

    title = models.CharField(max_length=200)
    body = models.TextField(null=True, blank=True)
    author = models.CharField(max_length=100, null=True, blank=True)
    views = models.IntegerField(default=0)
    published = models.BooleanField(default=False)

    def children(self):
        return list(self.comments.filter(deleted_at=None))


class ArticleComment(Record):
    resource = "article_comments"

    article = models.ForeignKey(Article, on_delete=models.CASCADE, related_name="comments")
    author = models.CharField(max_length=100, null=True, blank=True)
    body = models.TextField()


class Enterprise(Record):
    resource = "enterprises"

    name = models.CharField(max_length=200)
    phone = models.CharField(max_length=50, null=True, blank=True)
    employees = models.IntegerField(null=True, blank=True)
    street = models.CharField(max_length=200, null=True, blank=True)
    zip = models.CharField(max_length=20, null=True, blank=True)
    city = models.CharField(max_length=100, null=True, blank=True)
    country = models.CharField(max_length=2, null=True, blank=True)


class Meeting(Record):
    resource = "meetings"

    id = models.CharField(primary_key=True, max_length=100)
    title = models.CharField(max_length=200)
    place = models.CharField(max_length=200, null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)

    def children(self):
        return list(self.notes.filter(deleted_at=None))


class Note(Record):
    resource = "notes"

    hash = models.CharField(primary_key=True, max_length=100)
    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField()
    position = models.IntegerField(null=True, blank=True)

    key_name = "hash"


class TimelineEntry(models.Model):
    """An article's place in the list of a topic."""

    topic = models.CharField(max_length=100, db_index=True)
    position = models.IntegerField()
    article = models.ForeignKey(Article, on_delete=models.CASCADE)


class StoredFile(models.Model):
    """An upload; its bytes are in the folder `state.files`, under its SHA-256."""

    name = models.CharField(primary_key=True, max_length=200)
    content_type = models.CharField(max_length=100)
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    updated_at = models.DateTimeField()


class Login(models.Model):
    """A pair of tokens. A refresh token is good for one refresh."""

    user = models.CharField(max_length=100)
    access = models.CharField(max_length=64, unique=True)
    refresh = models.CharField(max_length=64, unique=True)
    expires_at = models.FloatField()
    refreshed_at = models.FloatField(null=True)
    successor = models.OneToOneField("self", null=True, on_delete=models.SET_NULL)
    ended = models.BooleanField(default=False)


class StoredAnswer(models.Model):
    """The answer to a request that had an Idempotency-Key."""

    owner = models.CharField(max_length=100)
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    status = models.IntegerField()
    headers = models.JSONField()
    body = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_answer")]


class Change(models.Model):
    """A committed change, in the order of the commits."""

    seq = models.BigAutoField(primary_key=True)
    model = models.CharField(max_length=50)
    record = models.CharField(max_length=100)
    op = models.CharField(max_length=10)
    lock_version = models.IntegerField()
    owner = models.CharField(max_length=100)
    client = models.CharField(max_length=100, null=True)
    key = models.CharField(max_length=200, null=True)
    at = models.DateTimeField()
