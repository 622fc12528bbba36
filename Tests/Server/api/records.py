"""The records of a resource: list, create, read, change, delete."""

from urllib.parse import quote

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Q
from django.utils.http import http_date, parse_http_date_safe
from rest_framework.exceptions import ParseError
from rest_framework.response import Response

from .. import state
from ..data import changes, writing
from ..data.fields import http_seconds
from ..data.resources import BY_NAME, NESTED, tombstone
from . import lists, paging, uploads
from .errors import Refusal, not_found
from .zone import ZoneView


class ResourceView(ZoneView):
    """What list and record have in common."""

    @property
    def resource(self):
        name = self.kwargs["resource"]
        if "parent" in self.kwargs:
            nested = NESTED.get((self.kwargs["parent"], name))
            name = nested[1] if nested else name
        if name not in BY_NAME:
            raise Refusal(404, 40401, f"There is no resource {name}")
        return BY_NAME[name]

    def visible(self):
        """The rows of this zone, tombstones included, and under a parent only those that belong to it."""
        rows = self.resource.rows()
        if self.zone != "api":
            rows = rows.filter(Q(owner="") | Q(owner=self.owner))
        return rows.filter(**self.link())

    def link(self):
        """The foreign key that the path gives."""
        if "parent" not in self.kwargs:
            return {}
        key, _ = NESTED.get((self.kwargs["parent"], self.kwargs["resource"]), (None, None))
        if key is None:
            raise Refusal(404, 40401, f"{self.kwargs['parent']} have no {self.kwargs['resource']}")
        parent = BY_NAME[self.kwargs["parent"]].model
        if not parent.objects.filter(pk=key_of(parent, self.kwargs["parent_key"]), deleted_at=None).exists():
            raise not_found()
        return {key: self.kwargs["parent_key"]}

    def body(self):
        """The attributes sent, without the key that may wrap them, and with the link that the path gives."""
        data = self.request.data
        if hasattr(data, "dict"):
            data = data.dict()
        if not isinstance(data, dict):
            raise ParseError("The body is no object")
        if isinstance(data.get(self.resource.singular), dict):
            data = data[self.resource.singular]
        return {**data, **self.link()}

    def checked(self, data, record=None, partial=False):
        serializer = self.resource.serializer(record, data=data, partial=partial)
        serializer.is_valid(raise_exception=True)
        return serializer.validated_data

    def answer(self, record, status=200, headers=None):
        """The record with its validators."""
        headers = dict(headers or {})
        headers["ETag"] = record.etag
        headers["Last-Modified"] = http_date(http_seconds(record.updated_at))
        return Response(self.resource.shown(record), status=status, headers=headers)

    def written(self, record, status=200, headers=None):
        """The record as it is in the database after a change, with what it lists."""
        return self.answer(self.resource.rows().get(pk=record.pk), status, headers)

    def created(self, data):
        values = self.checked(data)
        if state.config["dumb"]:
            values.pop("client_uuid", None)
        record = writing.create(self.resource, values, self.owner)
        uploads.attach(self.request, record)
        place = f"/{self.zone}/{self.resource.name}/{quote(str(record.pk), safe='')}"
        return self.written(record, 201, {"Location": place})


class RecordList(ResourceView):
    """`/R`, and `/parents/ID/R`."""

    def get(self, request, **path):
        with state.reading():
            return lists.answer(self)

    def post(self, request, **path):
        return self.write(self.create)

    def create(self):
        data = self.body()
        earlier = self.earlier(data)
        if earlier is None:
            return self.created(data)
        if earlier.deleted_at is not None:
            raise Refusal(410, 41000, "The record was deleted", tombstone=tombstone(earlier))
        return self.answer(earlier, 200, {"X-Duplicate": "true"})

    def earlier(self, data):
        """The record that this request has made before, by its client_uuid or by the key that the client chose."""
        model = self.resource.model
        if model._meta.pk.get_internal_type() == "CharField" and data.get(model.key_name):
            found = model.objects.filter(pk=data[model.key_name]).first()
            if found is not None and state.config["dumb"]:
                taken = {model.key_name: ["has already been taken"]}
                raise Refusal(422, 42200, "The record is not valid", errors=taken)
            return found
        if data.get("client_uuid") and not state.config["dumb"]:
            return model.objects.filter(client_uuid=data["client_uuid"], owner=self.owner).first()
        return None


class RecordDetail(ResourceView):
    """`/R/ID`, and `/parents/ID/R/ID`."""

    def find(self, writes=False):
        """The record; 404 where it never was, 410 where it was deleted."""
        key = key_of(self.resource.model, self.kwargs["key"])
        record = self.visible().filter(pk=key).first()
        if record is None or (record.deleted_at is not None and state.config["dumb"]):
            raise not_found()
        return record

    def alive(self):
        record = self.find()
        if record.deleted_at is not None:
            raise Refusal(410, 41000, "The record was deleted", tombstone=tombstone(record))
        return record

    def get(self, request, **path):
        with state.reading():
            return self.answer(self.alive())

    def patch(self, request, **path):
        return self.write(lambda: self.update(partial=True))

    def put(self, request, **path):
        return self.write(self.replace)

    def delete(self, request, **path):
        return self.write(self.remove)

    def replace(self):
        chosen = self.resource.model._meta.pk.get_internal_type() == "CharField"
        known = self.resource.model.objects.filter(pk=key_of(self.resource.model, self.kwargs["key"])).first()
        if known is None and chosen:
            return self.created({**self.body(), self.resource.model.key_name: self.kwargs["key"]})
        if known is not None and self.request.headers.get("If-None-Match", "").strip() == "*":
            if chosen and known.deleted_at is not None and not state.config["dumb"]:
                return self.made_again(known)
            raise self.conflict(412, known, "The record exists")
        return self.update(partial=False)

    def made_again(self, record):
        """A deleted record under the key that the client chose, as its next version."""
        values = self.checked({**self.body(), self.resource.model.key_name: record.pk})
        for name, value in {**defaults(self.resource), **values}.items():
            setattr(record, name, value)
        record.deleted_at = None
        changes.save(record)
        return self.written(record, 201)

    def update(self, partial):
        record = self.alive()
        data = self.body()
        self.check_version(record, data)
        chosen = self.resource.model.key_name
        if chosen in data and str(data[chosen]) != str(record.pk):
            raise Refusal(422, 42200, "The record is not valid", errors={chosen: ["cannot be changed"]})
        values = self.checked(data, record, partial)
        values.pop("id", None)
        if not partial:
            values = {**defaults(self.resource), **values}
        writing.fill(record, values)
        return self.written(record)

    def remove(self):
        record = self.find()
        if record.deleted_at is None:
            seen = paging.number(self.request.query_params, "lock_version")
            self.check_version(record, {"lock_version": seen})
            changes.delete(record)
        return Response(status=204)

    def check_version(self, record, data):
        """What the client says it has seen: If-Match, If-Unmodified-Since, lock_version."""
        if state.config["dumb"]:
            return
        headers = self.request.headers
        if "If-Match" in headers and not record.matches(headers["If-Match"]):
            raise self.conflict(412, record, "The record was changed meanwhile")
        since = parse_http_date_safe(headers.get("If-Unmodified-Since", ""))
        if since is not None and http_seconds(record.updated_at) > since:
            raise self.conflict(412, record, "The record was changed meanwhile")
        if data.get("lock_version") not in (None, record.lock_version):
            raise self.conflict(409, record, "The record was changed meanwhile")

    def conflict(self, status, record, description):
        return Refusal(
            status,
            status * 100,
            description,
            headers={"ETag": record.etag},
            current=self.resource.shown(record),
        )


def key_of(model, text):
    """The key that a path names; 404 where it cannot be one."""
    if model._meta.pk.get_internal_type() == "CharField":
        return text
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise not_found()
    return int(text)


def defaults(resource):
    """What PUT gives the attributes that it leaves out."""
    values = {}
    serializer = resource.serializer()
    for name, field in serializer.fields.items():
        sources = field.fields.values() if field.source == "*" and hasattr(field, "fields") else [field]
        for source in sources:
            if source.read_only or source.required:
                continue
            try:
                column = resource.model._meta.get_field(source.source)
            except FieldDoesNotExist:
                continue
            if column.concrete and not column.many_to_many and not column.primary_key and name != "client_uuid":
                values[column.name] = column.get_default()
    return values
