"""Several requests in one: `{"batch": [{uri, method, body, headers}]}`, bodies being JSON as a string."""

import hashlib
import io
from urllib.parse import urlsplit

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from rest_framework.response import Response

from .. import state
from ..faults.early import injected
from ..faults.parse import Faults, parse
from ..front import wsgi
from ..front.request import Request
from .errors import Refusal
from .zone import ZoneView

ZONES = ("/api/", "/secure/", "/basic/")
# What an item says only where it wants something else than the batch.
INHERITED = ["Authorization", "Host", "X-Client"]


class Batch(ZoneView):
    """Each item is answered on its own; with `?atomic=1` all are undone where one fails."""

    def post(self, request, **path):
        items = request.data.get("batch") if isinstance(request.data, dict) else None
        if not isinstance(items, list):
            raise Refusal(400, 40000, "A batch is an object with a list under `batch`")
        limit = state.config["batch_limit"]
        if len(items) > limit:
            raise Refusal(413, 41300, f"A batch has at most {limit} requests", limit=limit)
        if request.query_params.get("atomic") == "1":
            return self.write(lambda: Response(self.all_or_none(items)))
        if "Idempotency-Key" in request.headers:
            return self.write(lambda: Response(self.answers(items)))
        return Response(self.answers(items))

    def answers(self, items):
        handler = WSGIHandler()
        return [self.item(handler, item) for item in items]

    def all_or_none(self, items):
        answers = []
        try:
            with state.writing():
                answers = self.answers(items)
                if any(answer["code"] >= 400 for answer in answers):
                    raise Undone
        except Undone:
            for answer in answers:
                if answer["code"] < 400:
                    answer.update(said(424, "Another request of the batch failed"))
        return answers

    def item(self, handler, item):
        if not isinstance(item, dict) or not isinstance(item.get("uri"), str):
            return said(400, "A request of a batch is an object with a `uri`")
        try:
            request = self.request_of(item)
            faults = parse(request.header("x-fault", ""))
        except (TypeError, ValueError, AttributeError) as error:
            return said(400, str(error))
        if request.raw_path.rstrip("/").endswith("/batch"):
            return said(400, "A batch cannot contain a batch")
        if "status" in faults:
            return shown_fault(faults, "status")
        environ = wsgi.environ(request, self.request.META["rowsmith.connection"])
        answer = handler.get_response(WSGIRequest(environ))
        if "after_status" in faults:
            return shown_fault(faults, "after_status")
        body = b"".join(answer) if answer.streaming else answer.content
        return {
            "code": answer.status_code,
            "body": body.decode("utf-8", "replace"),
            "headers": dict(answer.items()),
        }

    def request_of(self, item):
        """An item as the front would have read it."""
        place = urlsplit(item["uri"])
        target = "/" + place.path.lstrip("/")
        if not target.startswith(ZONES):
            target = f"/{self.zone}{target}"
        headers = {name: self.request.headers[name] for name in INHERITED if name in self.request.headers}
        headers["Content-Type"] = "application/json"
        for name, value in (item.get("headers") or {}).items():
            headers[next((known for known in headers if known.lower() == name.lower()), name)] = str(value)
        request = Request(
            item.get("method", "GET").upper(), f"{target}?{place.query}", "HTTP/1.1", list(headers.items())
        )
        body = (item.get("body") or "").encode()
        request.body, request.length = io.BytesIO(body), len(body)
        request.sha256 = hashlib.sha256(body).hexdigest()
        return request


class Undone(Exception):
    """Takes back what the items of an atomic batch have written."""


def said(code, description):
    refusal = Refusal(code, code * 100, description)
    return {"code": code, "body": Batch.renderer_classes[0]().render(refusal.body).decode(), "headers": {}}


def shown_fault(faults: Faults, name):
    answer = injected(faults, name)
    return {"code": answer.status, "body": answer.whole().decode(), "headers": dict(answer.headers)}
