"""gzip and conditional GET, by Django's own middleware."""

from django.middleware.gzip import GZipMiddleware
from django.middleware.http import ConditionalGetMiddleware

from .. import state


class Compression(GZipMiddleware):
    """Compresses what the client accepts compressed, unless its view says that it goes out as it is."""

    def process_response(self, request, response):
        if getattr(response, "as_it_is", False) or not state.config["gzip"]:
            return response
        return super().process_response(request, response)


class ConditionalGet(ConditionalGetMiddleware):
    """ETag of the content where the view gave none; 304."""

    def process_response(self, request, response):
        return super().process_response(request, response) if response.status_code == 200 else response
