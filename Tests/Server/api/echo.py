"""What is no data: what the client sent, other places, slow answers."""

import base64
import time

from django.http import HttpResponse, StreamingHttpResponse
from rest_framework.response import Response

from .. import state
from ..data.fields import iso
from ..faults.body import PORTAL
from .errors import Refusal
from .uploads import AnyBody
from .zone import ZoneView


class AnyMethod(ZoneView):
    """One answer to all methods."""

    parser_classes = [AnyBody]
    http_method_names = [*ZoneView.http_method_names, "query", "custom"]

    def http_method_not_allowed(self, request, *arguments, **path):
        return self.any(request, **path)

    def any(self, request, **path):
        raise NotImplementedError


for _name in ("get", "post", "put", "patch", "delete", "options", "head"):
    setattr(AnyMethod, _name, lambda self, request, **path: self.any(request, **path))


class Echo(AnyMethod):
    """The request as it came: path and query as they were spelled, headers in their order."""

    def any(self, request, **path):
        sent = request.META["rowsmith.request"]
        sent.body.seek(0)
        body = sent.body.read()
        try:
            text, encoded = body.decode(), None
        except UnicodeDecodeError:
            text, encoded = None, base64.b64encode(body).decode()
        return Response(
            {
                "method": sent.method,
                "path": sent.raw_path,
                "query": sent.raw_query,
                "headers": {name.lower(): sent.header(name.lower()) for name, _ in sent.headers},
                "header_list": [list(header) for header in sent.headers],
                "body": text,
                "body_base64": encoded,
                "length": sent.length,
                "sha256": sent.sha256,
            }
        )


class Redirect(AnyMethod):
    """`/redirect/307?to=/api/echo`; `loop` comes back here for ever."""

    def any(self, request, status, **path):
        place = (
            request.get_full_path()
            if "loop" in request.query_params
            else request.query_params.get("to", f"/{self.zone}/echo")
        )
        return HttpResponse(b"It is elsewhere", status=int(status), headers={"Location": place})


class Portal(AnyMethod):
    """What a hotel answers to every request before one has signed in."""

    def any(self, request, **path):
        return HttpResponse(PORTAL)


class Slow(ZoneView):
    """`/slow?ms=1000&chunks=10&bytes=1000`: so many bytes, in so many pieces, over so long."""

    def get(self, request, **path):
        query = request.query_params
        pieces, size = int(query.get("chunks", 10)), int(query.get("bytes", 1000))
        pause = int(query.get("ms", 1000)) / 1000 / max(1, pieces)

        def drip():
            for index in range(pieces):
                time.sleep(pause)
                yield b"x" * (size * (index + 1) // pieces - size * index // pieces)

        answer = StreamingHttpResponse(drip(), content_type="text/plain", headers={"Content-Length": str(size)})
        answer.as_it_is = True
        return answer


class ServerTime(ZoneView):
    def get(self, request, **path):
        return Response({"server_time": iso(state.now())})


class Configuration(ZoneView):
    def get(self, request, **path):
        return Response({"batch_limit": state.config["batch_limit"], "page_size": state.config["page_size"]})


class Cached(ZoneView):
    """`/cached?max_age=60`: an answer that may be kept."""

    def get(self, request, **path):
        age = request.query_params.get("max_age", "60")
        return Response({"server_time": iso(state.now())}, headers={"Cache-Control": f"max-age={int(age)}"})


class Nowhere(ZoneView):
    """Any other path of a zone."""

    def initial(self, request, *arguments, **path):
        super().initial(request, *arguments, **path)
        raise Refusal(404, 40401, "There is nothing at this path")
