"""Pages of a list: by number, by offset, or after a record. Links are those of RFC 8288."""

from rest_framework.exceptions import ParseError

from .. import state


def page(rows, request):
    """The rows of the page that the request asks for, and the Link header."""
    query = request.query_params
    size = number(query, "per_page", "size")
    if "after_id" in query:
        return after(rows, request, number(query, "limit", default=size or 50))
    if "offset" in query or "start" in query or "limit" in query:
        return offset(rows, request)
    size = size or state.config["page_size"]
    if size is None and "page" not in query:
        return rows, None
    return numbered(rows, request, size or 20)


def numbered(rows, request, size):
    current = max(1, number(request.query_params, "page", default=1))
    last = max(1, -(-rows.count() // size))
    targets = {"first": 1, "prev": current - 1, "next": current + 1, "last": last}
    links = [
        link(request, name, page=target)
        for name, target in targets.items()
        if 1 <= target <= last and (name in ("first", "last") or target != current)
    ]
    return rows[(current - 1) * size : current * size], ", ".join(links)


def offset(rows, request):
    query = request.query_params
    name = "start" if "start" in query else "offset"
    start, size = number(query, "offset", "start", default=0), number(query, "limit", default=50)
    more = start + size < rows.count()
    return rows[start : start + size], link(request, "next", **{name: start + size}) if more else None


def after(rows, request, size):
    key = request.query_params["after_id"]
    if key:
        try:
            rows = rows.filter(pk__gt=key)
        except ValueError:
            raise ParseError(f"{key} is no key") from None
    page = list(rows.order_by("pk")[: size + 1])
    more = len(page) > size
    return page[:size], link(request, "next", after_id=page[size - 1].pk) if more else None


def link(request, relation, **changes):
    return f'<{url(request, **changes)}>; rel="{relation}"'


def url(request, **changes):
    """The whole URL of the request with other parameters."""
    query = request.query_params.copy()
    for name, value in changes.items():
        query[name] = value
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def number(query, *names, default=None):
    """The first of these parameters that is there."""
    for name in names:
        if name in query:
            if not query[name].isdigit():
                raise ParseError(f"{name}: {query[name]} is no number")
            return int(query[name])
    return default
