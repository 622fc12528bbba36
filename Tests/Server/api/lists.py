"""Lists: which rows, in which order, which page of them."""

from django.db.models import BooleanField, Max
from django.utils.http import http_date
from rest_framework.exceptions import ParseError
from rest_framework.response import Response

from .. import state
from ..data import fields
from . import paging


def answer(view):
    """A list with its page's links, the count of all rows, and the time of the last change."""
    request, resource = view.request, view.resource
    query = request.query_params
    everything = view.visible()
    rows = wanted(everything, resource, query)
    headers = {"X-Total-Count": str(rows.count()), "X-Server-Time": fields.iso(state.now())}
    changed = everything.aggregate(last=Max("updated_at"))["last"]
    if changed is not None:
        headers["Last-Modified"] = http_date(fields.http_seconds(changed))
    page, links = paging.page(rows, request)
    if links:
        headers["Link"] = links
    shown = [resource.shown(record) for record in page]
    return Response({resource.root: shown} if resource.root else shown, headers=headers)


def wanted(rows, resource, query):
    """The rows that the query asks for, in its order."""
    deleted = query.get("include_deleted") in ("1", "true") and not state.config["dumb"]
    if not deleted:
        rows = rows.filter(deleted_at=None)
    if query.get("updated_since"):
        rows = rows.filter(updated_at__gte=moment(query["updated_since"]))
    if "ids" in query:
        rows = rows.filter(pk__in=[valid(resource.model._meta.pk, key) for key in query["ids"].split(",") if key])
    for name, text in query.items():
        column = columns(resource.model).get(name)
        if column is not None:
            rows = rows.filter(**{name: valid(column, text)})
    return rows.order_by(*order(resource, query.get("sort", "")))


def columns(model):
    """What a list can be filtered by: attributes, and foreign keys by the name of their column."""
    hidden = {"owner", "deleted_at"}
    return {column.attname: column for column in model._meta.concrete_fields if column.name not in hidden}


def order(resource, text):
    names = [name for name in text.split(",") if name]
    unknown = [name for name in names if name.lstrip("-") not in columns(resource.model)]
    if unknown:
        raise ParseError(f"A list cannot be sorted by {unknown[0]}")
    return [*names, "pk"]


def valid(column, text):
    if isinstance(column, BooleanField):
        text = {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
    try:
        return column.to_python(text)
    except Exception as error:
        raise ParseError(f"{column.attname}: {text} is no value") from error


def moment(text):
    try:
        return fields.parsed(text)
    except ValueError:
        raise ParseError(f"{text} is no date") from None
