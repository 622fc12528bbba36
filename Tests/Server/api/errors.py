"""Refusals: `{"error": {"error_code": 4, "error_description": "..."}}`, and what belongs to them beside it."""

from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response


class Refusal(exceptions.APIException):
    """An answer that is no success. `more` stands beside `error`."""

    def __init__(self, status_code, code, description, headers=None, **more):
        super().__init__(description)
        self.status_code = status_code
        self.body = {"error": {"error_code": code, "error_description": description}, **more}
        self.headers = headers or {}


def not_found():
    return Refusal(404, 40400, "There is no such record")


def answer(error, context):
    """Called by REST framework for what a view raises."""
    if isinstance(error, Refusal):
        return Response(error.body, status=error.status_code, headers=error.headers)
    if isinstance(error, exceptions.ValidationError):
        refusal = Refusal(422, 42200, "The record is not valid", errors=error.detail)
        return Response(refusal.body, status=422)
    if isinstance(error, Http404):
        return Response(not_found().body, status=404)
    if isinstance(error, exceptions.APIException):
        body = {"error": {"error_code": error.status_code * 100, "error_description": str(error.detail)}}
        headers = {}
        if isinstance(error, exceptions.MethodNotAllowed):
            headers["Allow"] = ", ".join(context["view"].allowed_methods)
        return Response(body, status=error.status_code or status.HTTP_400_BAD_REQUEST, headers=headers)
    return None
