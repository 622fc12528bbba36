"""The JSON of each record."""

from rest_framework import serializers

from .fields import ISODate, RailsDate
from .models import Article, ArticleComment, Enterprise, Image, Meeting, Note, Product, ProductReview, Tag

STAMPS = ["client_uuid", "created_at", "updated_at", "lock_version"]


def link(name, model, **options):
    """A foreign key, or a list of them, to records that are not deleted."""
    return serializers.PrimaryKeyRelatedField(source=name, queryset=model.objects.filter(deleted_at=None), **options)


class RecordSerializer(serializers.ModelSerializer):
    """Attributes by their column's name; the stamps are the server's."""

    created_at = ISODate(read_only=True)
    updated_at = ISODate(read_only=True)
    lock_version = serializers.IntegerField(read_only=True)


class ImageSerializer(RecordSerializer):
    product_id = link("product", Product, required=False, allow_null=True)
    url = serializers.SerializerMethodField()

    class Meta:
        model = Image
        fields = ["id", "product_id", "caption", "filename", "content_type", "size", "sha256", "url", *STAMPS]
        read_only_fields = ["filename", "content_type", "size", "sha256"]

    def get_url(self, image):
        return f"/files/{image.filename}" if image.filename else None


class NestedImageSerializer(ImageSerializer):
    """An image inside its product: with an `id` it is one that is there, without it is a new one."""

    id = serializers.IntegerField(required=False)

    class Meta(ImageSerializer.Meta):
        fields = [name for name in ImageSerializer.Meta.fields if name != "product_id"]


class ProductSerializer(RecordSerializer):
    image = NestedImageSerializer(required=False, allow_null=True)
    images = NestedImageSerializer(many=True, required=False)
    tag_ids = link("tags", Tag, many=True, required=False)
    product_review_ids = serializers.SerializerMethodField()

    class Meta:
        model = Product
        fields = [
            "id", "title", "description", "price", "in_stock", "weight",
            "image", "images", "tag_ids", "product_review_ids", *STAMPS,
        ]  # fmt: skip

    def get_product_review_ids(self, product):
        return sorted(review.pk for review in product.reviews.all() if review.deleted_at is None)

    def to_representation(self, product):
        shown = super().to_representation(product)
        images = [image for image in product.images.all() if image.deleted_at is None]
        nested = self.fields["images"]
        shown["images"] = nested.to_representation(sorted(images, key=lambda image: image.pk))
        shown["tag_ids"] = sorted(tag.pk for tag in product.tags.all() if tag.deleted_at is None)
        if product.image is not None and product.image.deleted_at is not None:
            shown["image"] = None
        return shown


class ProductReviewSerializer(RecordSerializer):
    product_id = link("product", Product)

    class Meta:
        model = ProductReview
        fields = ["id", "product_id", "author", "rating", "body", *STAMPS]
        extra_kwargs = {"rating": {"min_value": 1, "max_value": 5}}


class TagSerializer(RecordSerializer):
    product_ids = link("products", Product, many=True, required=False)

    class Meta:
        model = Tag
        fields = ["id", "name", "product_ids", *STAMPS]

    def to_representation(self, tag):
        shown = super().to_representation(tag)
        shown["product_ids"] = sorted(product.pk for product in tag.products.all() if product.deleted_at is None)
        return shown


class ArticleSerializer(RecordSerializer):
    created_at = RailsDate(read_only=True)

    class Meta:
        model = Article
        fields = ["id", "title", "body", "author", "views", "published", *STAMPS]


class ArticleCommentSerializer(RecordSerializer):
    article_id = link("article", Article)

    class Meta:
        model = ArticleComment
        fields = ["id", "article_id", "author", "body", *STAMPS]


class AddressSerializer(serializers.ModelSerializer):
    class Meta:
        model = Enterprise
        fields = ["street", "zip", "city", "country"]


class EnterpriseSerializer(RecordSerializer):
    address = AddressSerializer(source="*", required=False)

    class Meta:
        model = Enterprise
        fields = ["id", "name", "phone", "employees", "address", *STAMPS]


class MeetingSerializer(RecordSerializer):
    id = serializers.CharField(required=False, max_length=100)
    # Text of any kind comes back as it was.
    title = serializers.CharField(allow_blank=True, trim_whitespace=False)
    starts_at = ISODate(required=False, allow_null=True)

    class Meta:
        model = Meeting
        fields = ["id", "title", "place", "starts_at", *STAMPS]


class NoteSerializer(RecordSerializer):
    hash = serializers.CharField(required=False, max_length=100)
    meeting_id = link("meeting", Meeting)

    class Meta:
        model = Note
        fields = ["hash", "meeting_id", "text", "position", *STAMPS]
