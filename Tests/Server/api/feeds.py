"""Lists that are none of one resource: changes, the timeline, the catalog, pages by a cursor in the body."""

import base64
import binascii
import json

from django.db.models import Max, Q
from rest_framework.exceptions import ParseError
from rest_framework.response import Response

from .. import state
from ..data.fields import iso
from ..data.models import Change, TimelineEntry
from ..data.resources import ALL, BY_NAME
from . import lists, paging
from .errors import Refusal
from .records import RecordList
from .zone import ZoneView


def own(view, rows):
    """The rows of the view's zone."""
    return rows if view.zone == "api" else rows.filter(Q(owner="") | Q(owner=view.owner))


class Changes(ZoneView):
    """`/changes?since=SEQ&limit=N&models=a,b`: in the order of the commits, each with the record as it is now."""

    def get(self, request, **path):
        with state.reading():
            return Response(self.feed(request.query_params))

    def feed(self, query):
        since, limit = paging.number(query, "since", default=0), paging.number(query, "limit", default=100)
        if since > (Change.objects.aggregate(last=Max("seq"))["last"] or 0):
            raise Refusal(410, 41001, "The cursor is not of this database", reset=True)
        rows = own(self, Change.objects.filter(seq__gt=since)).order_by("seq")
        if query.get("models"):
            rows = rows.filter(model__in=query["models"].split(","))
        found = list(rows[: limit + 1])
        return {
            "changes": [self.shown(change) for change in found[:limit]],
            "cursor": found[:limit][-1].seq if found else since,
            "more": len(found) > limit,
            "server_time": iso(state.now()),
        }

    def shown(self, change):
        resource = BY_NAME[change.model]
        record = resource.model.objects.get(pk=change.record)
        shown = {
            "seq": change.seq,
            "model": change.model,
            "id": record.key,
            "op": "update" if change.op == "touch" else change.op,
            "lock_version": change.lock_version,
        }
        return {**shown, "tombstone" if record.deleted_at else "record": resource.shown(record)}


class Timeline(ZoneView):
    """`/timeline?topic=news&after=CURSOR&limit=10`: articles in an order that the control changes."""

    def get(self, request, **path):
        with state.reading():
            return Response(self.page(request.query_params))

    def page(self, query):
        entries = TimelineEntry.objects.filter(topic=query.get("topic", "news"), article__deleted_at=None)
        limit = paging.number(query, "limit", default=10)
        if query.get("after"):
            article, position = decoded(query["after"])
            # After the article where it is now; where it is gone, after the place that it had.
            present = entries.filter(article=article).values_list("position", flat=True).first()
            entries = entries.filter(position__gt=position if present is None else present)
        found = list(entries.select_related("article").order_by("position")[: limit + 1])
        page = found[:limit]
        return {
            "articles": [BY_NAME["articles"].shown(entry.article) for entry in page],
            "next": encoded(page[-1].article_id, page[-1].position) if len(found) > limit else None,
        }


class Catalog(ZoneView):
    """One document with several kinds of records."""

    def get(self, request, **path):
        with state.reading():
            return Response(
                {
                    resource.name: [resource.shown(record) for record in self.rows(resource)]
                    for resource in ALL
                    if resource.name in ("products", "tags")
                }
            )

    def rows(self, resource):
        return own(self, resource.rows()).filter(deleted_at=None).order_by("pk")


class Cursor(RecordList):
    """`/cursor/R?limit=10&cursor=...`: pages with the next cursor, and the next page's whole URL, in the body."""

    http_method_names = ["get", "head", "options"]

    def get(self, request, **path):
        with state.reading():
            return Response(self.page(request.query_params))

    def page(self, query):
        rows = lists.wanted(self.visible(), self.resource, query).order_by("pk")
        limit = paging.number(query, "limit", default=20)
        if query.get("cursor"):
            rows = rows.filter(pk__gt=decoded(query["cursor"])[0])
        found = list(rows[: limit + 1])
        cursor = encoded(found[limit - 1].pk) if len(found) > limit else None
        return {
            "data": [self.resource.shown(record) for record in found[:limit]],
            "meta": {
                "total": lists.wanted(self.visible(), self.resource, query).count(),
                "next_cursor": cursor,
                "next": paging.url(self.request, cursor=cursor) if cursor else None,
            },
        }


def encoded(*parts):
    """A cursor that clients do not look into."""
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


def decoded(cursor):
    try:
        return json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError):
        raise ParseError("This is no cursor") from None
