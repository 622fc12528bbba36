"""Answers of any size, made while they are sent: `/big.json?mb=60`, `?rows=1000`, `&gzip=1`, `&chunked=1`."""

import zlib

from django.http import StreamingHttpResponse

from .zone import ZoneView

BLOCK = 1000  # rows that are made at a time
MARK = b"\x00"  # where the number of the block goes
TEXT = "It was a bright cold day in April, and the clocks were striking thirteen. " * 3


def template(separator):
    """The rows of a block, in which only its number is missing: copying it is faster than writing rows."""
    rows = []
    for index in range(BLOCK):
        number = f"\x00{index:03d}"
        date = f"2024-{index % 12 + 1:02d}-{index % 28 + 1:02d}T{index % 24:02d}:{index % 60:02d}:00.000Z"
        rows.append(
            f'{{"id":{number},"title":"Article {number}","body":"{TEXT}{index}",'
            f'"views":{index * 7 % 5000},"created_at":"{date}"}}'.encode()
        )
    return [row + separator for row in rows]


class Rows:
    """The rows with the numbers 1000, 1001 and so on, between `opening` and `closing`."""

    def __init__(self, count, separator, opening, closing):
        self.rows = template(separator)
        self.block = b"".join(self.rows)
        self.marks = self.block.count(MARK)
        self.count, self.separator, self.opening, self.closing = count, separator, opening, closing

    @classmethod
    def of_size(cls, size, *form):
        rows = cls(0, *form)
        rows.count = max(1, size * BLOCK // len(rows.block))
        rows.count = max(1, rows.count * size // rows.length)
        return rows

    def __iter__(self):
        yield self.opening
        for number in range(1, self.count // BLOCK + 1):
            block = self.block.replace(MARK, b"%d" % number)
            # JSON has no separator behind the last row, ndjson ends each with one.
            yield block[: -len(self.closing_cut)] if self.is_last(number) and self.closing_cut else block
        rest = self.count % BLOCK
        if rest:
            part = b"".join(self.rows[:rest]).replace(MARK, b"%d" % (self.count // BLOCK + 1))
            yield part[: -len(self.closing_cut)] if self.closing_cut else part
        yield self.closing

    def is_last(self, number):
        return number == self.count // BLOCK and self.count % BLOCK == 0

    @property
    def closing_cut(self):
        return self.separator if self.closing else b""

    @property
    def length(self):
        """The bytes of all, without making them."""
        blocks, rest = divmod(self.count, BLOCK)
        # Each mark is one byte that becomes the digits of the block's number.
        digits = sum(
            (min(blocks, 10**width - 1) - 10 ** (width - 1) + 1) * width
            for width in range(1, len(str(blocks)) + 1)
            if blocks
        )
        total = blocks * (len(self.block) - self.marks) + digits * self.marks
        part = b"".join(self.rows[:rest])
        total += len(part) + part.count(MARK) * (len(str(blocks + 1)) - 1)
        cut = len(self.closing_cut) if self.count else 0
        return len(self.opening) + total - cut + len(self.closing)


FORMS = {"json": (b",", b"[", b"]"), "ndjson": (b"\n", b"", b"")}
TYPES = {"json": "application/json", "ndjson": "application/x-ndjson"}


class Big(ZoneView):
    def get(self, request, form, **path):
        query = request.query_params
        if "rows" in query:
            rows = Rows(int(query["rows"]), *FORMS[form])
        else:
            rows = Rows.of_size(int(float(query.get("mb", 1)) * 1_000_000), *FORMS[form])
        packed = query.get("gzip") == "1"
        answer = StreamingHttpResponse(compressed(rows) if packed else rows, content_type=TYPES[form])
        answer.as_it_is = True
        if packed:
            answer["Content-Encoding"] = "gzip"
        elif query.get("chunked") != "1":
            answer["Content-Length"] = str(rows.length)
        return answer


def compressed(pieces):
    packer = zlib.compressobj(1, wbits=31)
    for piece in pieces:
        packed = packer.compress(piece)
        if packed:
            yield packed
    yield packer.flush()
