"""Logging in, refreshing, logging out."""

import secrets

from rest_framework.response import Response

from .. import state
from ..data.models import Login
from .errors import Refusal
from .zone import PASSWORD, ZoneView, unauthorized


class OpenView(ZoneView):
    """No credentials are asked for, in whatever zone."""

    authentication_classes = []


class Sessions(OpenView):
    def post(self, request, **path):
        user, password = str(request.data.get("username") or ""), request.data.get("password")
        if not user or password != PASSWORD:
            raise unauthorized(2, "User name or password are wrong", "Bearer")
        with state.writing():
            return Response(tokens(user), status=201)

    def delete(self, request, **path):
        token = request.headers.get("Authorization", "").partition(" ")[2]
        with state.writing():
            Login.objects.filter(access=token).update(ended=True)
        return Response(status=204)


class Refresh(OpenView):
    """A refresh token is good for one refresh; so is every one after it."""

    def post(self, request, **path):
        if state.config["refresh"] == "refuse":
            raise unauthorized(6, "The login has ended", 'Bearer error="invalid_grant"')
        with state.writing():
            login = Login.objects.filter(refresh=str(request.data.get("refresh_token"))).first()
            if login is None or login.ended:
                raise unauthorized(5, "The refresh token is not known", 'Bearer error="invalid_grant"')
            if login.refreshed:
                raise unauthorized(6, "The refresh token was used before", 'Bearer error="invalid_grant"')
            Login.objects.filter(pk=login.pk).update(refreshed=True, ended=True)
            return Response(tokens(login.user))


class Me(ZoneView):
    def get(self, request, **path):
        if request.user is None:
            raise Refusal(401, 1, "A token is needed", headers={"WWW-Authenticate": "Bearer"})
        return Response({"username": request.user.name})


def tokens(user):
    lifetime = state.config["token_ttl"]
    login = Login.objects.create(
        user=user,
        access=secrets.token_hex(16),
        refresh=secrets.token_hex(16),
        expires_at=state.seconds() + lifetime,
    )
    return {
        "token_type": "Bearer",
        "access_token": login.access,
        "refresh_token": login.refresh,
        "expires_in": lifetime,
        "user": {"username": user},
    }
