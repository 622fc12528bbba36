"""The three zones: `/api` is open, `/secure` asks for a token, `/basic` for a password."""

import base64
import binascii

from rest_framework.authentication import BaseAuthentication
from rest_framework.views import APIView

from .. import state
from ..data.changes import origin
from ..data.models import Login
from .errors import Refusal
from .idempotency import once

PASSWORD = "secret"


class User:
    """Anybody who knows the password."""

    is_authenticated = True

    def __init__(self, name):
        self.name = name


class ZoneAuthentication(BaseAuthentication):
    """Who asks, by the zone's own kind of credentials."""

    def authenticate(self, request):
        zone = request.parser_context["kwargs"].get("zone", "api")
        if zone == "secure":
            return self.bearer(request.headers.get("Authorization", "")), None
        if zone == "basic":
            return self.basic(request.headers.get("Authorization", "")), None
        return None

    def bearer(self, header):
        kind, _, token = header.partition(" ")
        if kind.lower() != "bearer" or not token:
            raise unauthorized(1, "A token is needed", "Bearer")
        login = Login.objects.filter(access=token.strip()).first()
        if login is None or login.ended:
            raise unauthorized(3, "The token is not known", 'Bearer error="invalid_token"')
        if login.expires_at <= state.seconds():
            raise unauthorized(4, "The token is expired", 'Bearer error="invalid_token"')
        return User(login.user)

    def basic(self, header):
        kind, _, credentials = header.partition(" ")
        try:
            name, _, password = base64.b64decode(credentials.strip(), validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            name, password = "", ""
        if kind.lower() != "basic" or not name or password != PASSWORD:
            raise unauthorized(2, "User name or password are wrong", 'Basic realm="Rowsmith"')
        return User(name)


def unauthorized(code, description, challenge):
    return Refusal(401, code, description, headers={"WWW-Authenticate": challenge})


class ZoneView(APIView):
    """A view of any zone. `owner` is the user in the closed zones, and empty in the open one."""

    authentication_classes = [ZoneAuthentication]

    @property
    def owner(self):
        return self.request.user.name if self.request.user else ""

    @property
    def zone(self):
        return self.kwargs.get("zone", "api")

    def initial(self, request, *arguments, **options):
        super().initial(request, *arguments, **options)
        origin.set((request.headers.get("X-Client"), request.headers.get("Idempotency-Key")))

    def write(self, execute):
        """Calls `execute` in a transaction, and once for each Idempotency-Key."""
        return once(self.request, self.owner, execute)
