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
        return self.write(lambda: Response(shown(logged_in(user)), status=201))

    def delete(self, request, **path):
        token = request.headers.get("Authorization", "").partition(" ")[2]
        with state.writing():
            Login.objects.filter(access=token).update(ended=True)
        return Response(status=204)


class Refresh(OpenView):
    """A refresh token is good for one refresh, which brings the next one."""

    def post(self, request, **path):
        return self.write(lambda: Response(shown(self.refreshed(request.data.get("refresh_token")))))

    def refreshed(self, token):
        login = Login.objects.filter(refresh=str(token)).first()
        if login is None:
            raise refused(5, "The refresh token is not known")
        if login.ended or state.config["refresh"] == "refuse":
            raise refused(6, "The login has ended")
        if login.refreshed_at is not None:
            if state.seconds() - login.refreshed_at > state.config["refresh_grace"]:
                raise refused(7, "The refresh token was used before")
            return login.successor
        login.refreshed_at, login.successor = state.seconds(), logged_in(login.user)
        login.save()
        return login.successor


def refused(code, description):
    return unauthorized(code, description, 'Bearer error="invalid_grant"')


class Me(ZoneView):
    def get(self, request, **path):
        if request.user is None:
            raise Refusal(401, 1, "A token is needed", headers={"WWW-Authenticate": "Bearer"})
        return Response({"username": request.user.name})


def logged_in(user):
    return Login.objects.create(
        user=user,
        access=secrets.token_hex(16),
        refresh=secrets.token_hex(16),
        expires_at=state.seconds() + state.config["token_ttl"],
    )


def shown(login):
    return {
        "token_type": "Bearer",
        "access_token": login.access,
        "refresh_token": login.refresh,
        "expires_in": max(0, round(login.expires_at - state.seconds())),
        "user": {"username": login.user},
    }
