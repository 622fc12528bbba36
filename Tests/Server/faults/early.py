"""Answers that a fault gives in place of the server."""

from ..front.answer import Answer, explained
from .body import PORTAL


def instead(request, faults):
    """An answer without the request being executed, or None."""
    if "status" in faults or "www" in faults:
        return injected(faults, "status")
    if "redirect" in faults:
        # Without a place it is the same one again, where this fault does not strike.
        place = (
            faults.text("redirect") or f"{request.raw_path}?{request.query}{'&' if request.query else ''}_fault=none"
        )
        return explained(faults.number("redirect", 0, 302), "It is elsewhere", [("Location", place)])
    if "spurious304" in faults:
        return Answer(304)
    if "portal" in faults:
        return Answer(200, [("Content-Type", "text/html; charset=utf-8")], [PORTAL], len(PORTAL))
    return None


def injected(faults, name):
    """The status that a fault names, with the seconds of its `Retry-After` and its challenge."""
    status = faults.number(name, 0, 401 if "www" in faults else 500)
    headers = []
    if faults.text(name):
        headers.append(("Retry-After", faults.text(name)))
    if "www" in faults:
        headers.append(("WWW-Authenticate", faults["www"]))
    return explained(status, f"Injected {status}", headers)
