"""What a test can ask of the server: `GET /__control__/NAME`."""

import hashlib

from django.db.models import Max
from rest_framework.renderers import JSONRenderer

from .. import state
from ..data.fields import iso
from ..data.models import Change
from ..data.resources import ALL as RESOURCES
from ..front import log as front


def help(query):
    """What there is to ask and to do."""
    from . import actions

    known = {**{f"GET {name}": question for name, question in ALL.items()}}
    known.update({f"POST {name}": action for name, action in actions.ALL.items()})
    return {name: (function.__doc__ or "").strip() for name, function in sorted(known.items())}


def config(query):
    """All settings."""
    return state.config


def stats(query):
    """Counts of requests and connections, and of the rows that are not deleted."""
    rows = {resource.name: resource.model.objects.filter(deleted_at=None).count() for resource in RESOURCES}
    return {**front.counts(), "rows": rows, "max_seq": Change.objects.aggregate(last=Max("seq"))["last"] or 0}


def log(query):
    """Every committed change, in the order of the commits."""
    changes = Change.objects.filter(seq__gt=int(query.get("since", 0))).order_by("seq")
    return [{**change, "at": iso(change["at"])} for change in changes.values()]


def requests(query):
    """The last requests."""
    return front.entries(int(query.get("last", 100)))


def snapshot(query):
    """All rows as a client may see them, the keys of tombstones, and a digest of both."""
    data, deleted = {}, {}
    for resource in RESOURCES:
        rows = resource.rows().order_by("pk")
        data[resource.name] = [resource.shown(record) for record in rows.filter(deleted_at=None)]
        deleted[resource.name] = [record.pk for record in rows.exclude(deleted_at=None)]
    digest = hashlib.sha256(JSONRenderer().render([data, deleted])).hexdigest()
    return {"sha256": digest, "data": data, "deleted": deleted}


ALL = {question.__name__: question for question in (help, config, stats, log, requests, snapshot)}
