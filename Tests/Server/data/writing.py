"""From the checked values of a request to rows."""

import uuid

from . import changes
from .models import Image

LISTS = {"tags", "products"}


def create(resource, values, owner):
    """A new record; None stands for a key that the client did not choose."""
    record = resource.model(owner=owner)
    if resource.model._meta.pk.get_internal_type() == "CharField" and not values.get(record.key_name):
        values[record.key_name] = uuid.uuid4().hex
    fill(record, values)
    return record


def fill(record, values):
    """Gives the record the values; nothing is written where nothing changes."""
    lists = {name: values.pop(name) for name in LISTS & set(values)}
    nested = {
        name: values.pop(name) for name in ("image", "images") if name in values and record.resource == "products"
    }
    before = [] if record._state.adding else record.parents()
    changed = record._state.adding
    for name, value in values.items():
        if record._state.adding or getattr(record, name) != value:
            setattr(record, name, value)
            changed = True
    if changed:
        changes.save(record)
    linked = [set_list(record, name, wanted) for name, wanted in lists.items()]
    nested_changed = bool(nested) and set_images(record, nested)
    if not changed and (any(linked) or nested_changed):
        changes.save(record)
    moved = {(type(parent), parent.pk) for parent in before} ^ {
        (type(parent), parent.pk) for parent in ([] if not before else record.parents())
    }
    for model, key in sorted(moved, key=str):
        if model.resource != "tags":
            changes.touch(model.objects.filter(pk=key))


def set_list(record, name, wanted):
    """Many-to-many: who is in or out now is touched, too. Says whether anything changed."""
    linked = getattr(record, name)
    old, new = set(linked.all()), set(wanted)
    if old == new:
        return False
    linked.set(new)
    changes.touch(sorted(old ^ new, key=lambda other: other.pk))
    return True


def set_images(product, nested):
    """The images of a product become those that the request lists; `image` is its first among them."""
    changed = False
    if "images" in nested:
        kept = [set_image(product, values) for values in nested["images"]]
        changed = any(new for _, new in kept)
        for image in product.images.filter(deleted_at=None).exclude(pk__in=[image.pk for image, _ in kept]):
            changes.delete(image)
            changed = True
    if "image" in nested:
        image = nested["image"] and set_image(product, nested["image"])[0]
        if product.image != image:
            product.image = image
            changed = True
    return changed


def set_image(product, values):
    """The image that `id` names, or a new one, and whether it is new."""
    image = Image.objects.filter(pk=values.pop("id", None), product=product, deleted_at=None).first()
    new = image is None
    image = image or Image(owner=product.owner)
    fill(image, {**values, "product": product})
    return image, new
