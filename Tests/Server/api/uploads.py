"""Files: part of a multipart request, or the whole body of one."""

import hashlib
import os
import tempfile

from django.http import FileResponse
from django.utils.http import http_date
from rest_framework.parsers import BaseParser
from rest_framework.response import Response

from .. import state
from ..data.models import StoredFile
from .errors import not_found
from .zone import ZoneView


def keep(chunks, name, content_type):
    """Stores a file; its row and its bytes are there together or not at all."""
    digest, size = hashlib.sha256(), 0
    with tempfile.NamedTemporaryFile(dir=state.files, delete=False) as copy:
        for chunk in chunks:
            digest.update(chunk)
            size += len(chunk)
            copy.write(chunk)
    os.replace(copy.name, os.path.join(state.files, digest.hexdigest()))
    values = {
        "content_type": content_type or "application/octet-stream",
        "size": size,
        "sha256": digest.hexdigest(),
        "updated_at": state.now(),
    }
    return StoredFile.objects.update_or_create(name=name, defaults=values)


def attach(request, record):
    """Gives a new image the file that came with it."""
    upload = next(iter(request.FILES.values()), None) if record.resource == "images" else None
    if upload is None:
        return
    name = f"{record.pk}-{os.path.basename(upload.name)}"
    stored, _ = keep(upload.chunks(), name, upload.content_type)
    record.filename, record.content_type = stored.name, stored.content_type
    record.size, record.sha256 = stored.size, stored.sha256
    type(record).objects.filter(pk=record.pk).update(
        filename=stored.name, content_type=stored.content_type, size=stored.size, sha256=stored.sha256
    )


class AnyBody(BaseParser):
    """Leaves the body to the view."""

    media_type = "*/*"

    def parse(self, stream, media_type=None, parser_context=None):
        return {}


class File(ZoneView):
    """`/files/NAME`: PUT with the bytes as the body, GET, DELETE."""

    parser_classes = [AnyBody]

    def put(self, request, name, **path):
        return self.write(lambda: self.store(request, name))

    def store(self, request, name):
        body = request.META["rowsmith.request"].body
        body.seek(0)
        stored, new = keep(iter(lambda: body.read(1 << 20), b""), name, request.content_type)
        return Response(shown(stored), status=201 if new else 200, headers={"ETag": f'"{stored.sha256}"'})

    def get(self, request, name, **path):
        stored = StoredFile.objects.filter(name=name).first()
        if stored is None:
            raise not_found()
        answer = FileResponse(open(os.path.join(state.files, stored.sha256), "rb"), content_type=stored.content_type)
        answer.as_it_is = True
        del answer["Content-Disposition"]
        answer["ETag"] = f'"{stored.sha256}"'
        answer["Last-Modified"] = http_date(int(stored.updated_at.timestamp()))
        answer["Accept-Ranges"] = "none"
        return answer

    def delete(self, request, name, **path):
        return self.write(lambda: self.remove(name))

    def remove(self, name):
        StoredFile.objects.filter(name=name).delete()
        return Response(status=204)


def shown(stored):
    return {
        "name": stored.name,
        "content_type": stored.content_type,
        "size": stored.size,
        "sha256": stored.sha256,
        "url": f"/files/{stored.name}",
    }
