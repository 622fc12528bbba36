"""What came in, for tests that ask what the client really sent."""

import threading
from collections import deque

_lock = threading.Lock()  # guards everything here
_entries = deque(maxlen=5000)
_counts = {}
_open = 0
_inflight = 0


def clear():
    with _lock:
        _entries.clear()
        _counts.update(requests=0, connections=0, peak_inflight=_inflight, client_aborts=0, peak_open=_open)


clear()


def connected():
    """A number for a new connection."""
    global _open
    with _lock:
        _open += 1
        _counts["connections"] += 1
        _counts["peak_open"] = max(_counts["peak_open"], _open)
        return _counts["connections"]


def disconnected():
    global _open
    with _lock:
        _open -= 1


def aborted():
    """The client went away before its request or the answer was whole."""
    with _lock:
        _counts["client_aborts"] += 1


def began(entry):
    global _inflight
    with _lock:
        _inflight += 1
        _counts["requests"] += 1
        _counts["peak_inflight"] = max(_counts["peak_inflight"], _inflight)
        entry["number"] = _counts["requests"]
        _entries.append(entry)


def ended():
    global _inflight
    with _lock:
        _inflight -= 1


def counts():
    with _lock:
        return {**_counts, "open": _open, "inflight": _inflight}


def entries(last):
    with _lock:
        return [dict(entry) for entry in list(_entries)[-last:]]
