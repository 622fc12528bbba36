"""What is true of this process and not of its database: the configuration, the clock, and who may write."""

import itertools
import threading
import time
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta, timezone

from django.db import transaction

DEFAULTS = {
    "token_ttl": 3600,  # seconds until an access token expires
    "refresh": "allow",  # "refuse": every refresh is answered with 401
    "refresh_grace": 0,  # seconds in which a used refresh token gives the same new tokens again
    "dumb": False,  # True: no idempotency keys, client_uuid, If-Match, lock_version or tombstones
    "batch_limit": 20,  # a longer batch is answered with 413
    "page_size": None,  # a number: lists are cut into pages that the client did not ask for
    "gzip": True,  # answers are compressed for clients that accept it
    "keep_alive": 60,  # seconds after which an idle connection is closed
}

config = dict(DEFAULTS)
skew = 0.0
files = None  # the folder with the contents of uploaded files

# Held by whoever writes, so that time stamps and sequence numbers have the order of the commits. Re-entrant: the
# items of an atomic batch write inside its transaction.
_writer = threading.RLock()


def configure(changes):
    """Sets known settings; raises KeyError for one that is not known."""
    unknown = sorted(set(changes) - set(DEFAULTS))
    if unknown:
        raise KeyError(f"no such setting: {', '.join(unknown)}; there are {', '.join(sorted(DEFAULTS))}")
    config.update(changes)


def reset():
    """Settings and clock as at the start; `dumb` stays as the command line said."""
    global skew
    config.update(DEFAULTS, dumb=started_dumb)
    skew = 0.0


started_dumb = False


# Moments that stand in for those of the clock while rows of old are made.
_old_moments = ContextVar("old_moments", default=None)


@contextmanager
def long_ago(start):
    """Rows that are made meanwhile are as old as `start`, each a second younger than the one before."""
    token = _old_moments.set(start + timedelta(seconds=number) for number in itertools.count())
    try:
        yield
    finally:
        _old_moments.reset(token)


def now():
    """The server's clock, in whole milliseconds, UTC."""
    moments = _old_moments.get()
    if moments is not None:
        return next(moments)
    moment = datetime.now(timezone.utc) + timedelta(seconds=skew)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def seconds():
    """The server's clock in seconds since 1970."""
    return time.time() + skew


@contextmanager
def writing():
    """One transaction that no other writer runs beside."""
    with _writer, transaction.atomic():
        yield


@contextmanager
def reading():
    """One transaction, so that a page, its count and its time stamp belong together."""
    with transaction.atomic():
        yield
