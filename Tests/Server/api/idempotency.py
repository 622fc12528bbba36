"""Idempotency-Key: a request with a key that was answered gets that answer again, and is not executed."""

import hashlib
import threading
import time

from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.utils import json

from .. import state
from ..data.models import StoredAnswer
from .errors import Refusal

_in_progress = set()
_lock = threading.Lock()  # guards _in_progress

KEPT_HEADERS = ["ETag", "Last-Modified", "Location"]


def once(request, owner, execute):
    """The answer of `execute`, or of the request that had the same key before."""
    key = request.headers.get("Idempotency-Key")
    hold = int(request.META.get("rowsmith.hold", 0)) / 1000
    if not key or state.config["dumb"]:
        time.sleep(hold)
        with state.writing():
            return execute()
    claim = (owner, key)
    with _lock:
        if claim in _in_progress:
            raise Refusal(409, 40901, "A request with this key is in progress", headers={"Retry-After": "1"})
        _in_progress.add(claim)
    try:
        time.sleep(hold)
        with state.writing():
            return _replayed(request, claim) or _executed(request, claim, execute)
    finally:
        with _lock:
            _in_progress.discard(claim)


def _replayed(request, claim):
    stored = StoredAnswer.objects.filter(owner=claim[0], key=claim[1]).first()
    if stored is None:
        return None
    if stored.fingerprint != fingerprint(request):
        raise Refusal(422, 42201, "This key belongs to another request")
    headers = {**stored.headers, "Idempotency-Replayed": "true"}
    return Response(json.loads(stored.body) if stored.body else None, status=stored.status, headers=headers)


def _executed(request, claim, execute):
    response = execute()
    body = "" if response.data is None else JSONRenderer().render(response.data).decode()
    StoredAnswer.objects.create(
        owner=claim[0],
        key=claim[1],
        fingerprint=fingerprint(request),
        status=response.status_code,
        headers={name: response.headers[name] for name in KEPT_HEADERS if name in response.headers},
        body=body,
    )
    return response


def fingerprint(request):
    """What must be the same when a key comes again: method, path and body."""
    # The front has read the body, however large it was, and knows its digest.
    digest = request.META.get("rowsmith.sha256", "")
    return hashlib.sha256(f"{request.method} {request.path} {digest}".encode()).hexdigest()
