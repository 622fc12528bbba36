"""All paths. Those of the API are in three zones and may end in `.json`."""

from django.http import JsonResponse
from django.urls import re_path

from .api import batch, big, echo, feeds, records, sessions, uploads
from .control import views as control

ZONE = r"^(?P<zone>api|secure|basic)/"
RESOURCE, KEY, END = r"(?P<resource>[a-z_]+)", r"(?P<key>[^/]+?)", r"(?:\.json)?/?$"
PARENT = r"(?P<parent>[a-z_]+)/(?P<parent_key>[^/]+)/"

urlpatterns = [
    re_path(r"^__control__/(?P<name>[a-z_]+)$", control.Control.as_view()),
    re_path(ZONE + "sessions" + END, sessions.Sessions.as_view()),
    re_path(ZONE + "sessions/refresh" + END, sessions.Refresh.as_view()),
    re_path(ZONE + "me" + END, sessions.Me.as_view()),
    re_path(ZONE + "echo(?:/.*)?$", echo.Echo.as_view()),
    re_path(ZONE + r"redirect/(?P<status>30[12378])$", echo.Redirect.as_view()),
    re_path(ZONE + "portal$", echo.Portal.as_view()),
    re_path(ZONE + "slow$", echo.Slow.as_view()),
    re_path(ZONE + "server_time" + END, echo.ServerTime.as_view()),
    re_path(ZONE + "configuration" + END, echo.Configuration.as_view()),
    re_path(ZONE + "cached" + END, echo.Cached.as_view()),
    re_path(ZONE + r"big\.(?P<form>json|ndjson)$", big.Big.as_view()),
    re_path(ZONE + "batch" + END, batch.Batch.as_view()),
    re_path(ZONE + "changes" + END, feeds.Changes.as_view()),
    re_path(ZONE + "timeline" + END, feeds.Timeline.as_view()),
    re_path(ZONE + "catalog" + END, feeds.Catalog.as_view()),
    re_path(ZONE + "cursor/" + RESOURCE + END, feeds.Cursor.as_view()),
    re_path(ZONE + "files/(?P<name>[^/]+)$", uploads.File.as_view()),
    re_path(ZONE + RESOURCE + END, records.RecordList.as_view()),
    re_path(ZONE + RESOURCE + "/" + KEY + END, records.RecordDetail.as_view()),
    re_path(ZONE + PARENT + RESOURCE + END, records.RecordList.as_view()),
    re_path(ZONE + PARENT + RESOURCE + "/" + KEY + END, records.RecordDetail.as_view()),
    re_path(ZONE + ".*$", echo.Nowhere.as_view()),
]


def handler404(request, exception):
    body = {"error": {"error_code": 40401, "error_description": "There is nothing at this path"}}
    return JsonResponse(body, status=404)


def handler500(request):
    body = {"error": {"error_code": 50000, "error_description": "The server has a bug"}}
    return JsonResponse(body, status=500)
