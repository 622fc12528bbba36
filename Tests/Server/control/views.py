"""`/__control__/NAME`: what tests do to the server, and ask of it."""

import os
import signal
import threading

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.response import Response
from rest_framework.views import APIView

from .. import state
from ..api.errors import Refusal
from . import actions, questions


class Control(APIView):
    def get(self, request, name):
        return Response(self.found(questions.ALL, actions.ALL, name)(request.query_params))

    def post(self, request, name):
        if name == "quit":
            threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGTERM)).start()
            return Response({})
        action = self.found(actions.ALL, questions.ALL, name)
        try:
            with state.writing():
                return Response(action(**(request.data or {})) or {})
        except (TypeError, ValueError, KeyError) as error:
            raise Refusal(400, 40000, str(error)) from error

    def found(self, known, others, name):
        if name in others and name not in known:
            raise MethodNotAllowed(self.request.method)
        if name not in known:
            raise Refusal(404, 40401, f"The control has no {name}")
        return known[name]
