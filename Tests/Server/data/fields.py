"""How dates are spelled."""

from datetime import datetime, timezone

from rest_framework import serializers


def iso(moment):
    """2011-07-10T09:51:03.000Z"""
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


class ISODate(serializers.DateTimeField):
    """ISO 8601 with milliseconds."""

    def to_representation(self, value):
        return None if value is None else iso(value)


class RailsDate(serializers.DateTimeField):
    """2011-07-10 09:51:03 +0000, as old versions of Rails wrote it."""

    def to_representation(self, value):
        return None if value is None else value.astimezone(timezone.utc).strftime("%Y-%m-%d %H:%M:%S +0000")


def http_seconds(moment):
    """A date as HTTP compares it: whole seconds since 1970."""
    return int(moment.timestamp())


def parsed(text):
    """The moment that an ISO 8601 date names, UTC where it names no zone; ValueError for other text."""
    # A plus that was not escaped in a query arrives as a space.
    moment = datetime.fromisoformat(text.strip().replace(" ", "+") if "T" in text else text)
    return moment if moment.tzinfo else moment.replace(tzinfo=timezone.utc)
