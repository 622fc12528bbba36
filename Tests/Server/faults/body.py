"""Faults of what an answer says, and of how its body is packed."""

import gzip
import json
import re

PORTAL = (
    b"<!DOCTYPE html><html><head><title>Sign in</title></head>"
    b"<body>Welcome to the hotel. <a href='/'>Sign in</a></body></html>"
)


def spoil(answer, faults):
    """The answer with what `faults` does to its body; its Content-Length agrees unless a fault is about that."""
    if "wrongtype" in faults:
        answer.replace_header("Content-Type", faults["wrongtype"] or "text/html; charset=utf-8")
    steps = [step for name, step in STEPS if name in faults]
    if steps:
        body = _plain(answer)
        for name, step in STEPS:
            if name in faults:
                body = step(body, faults)
        if "gzip" in faults or "badgzip" in faults:
            answer.replace_header("Content-Encoding", "gzip")
        answer.give(body)


def _plain(answer):
    body = answer.whole()
    if answer.header("Content-Encoding") == "gzip":
        answer.remove_header("Content-Encoding")
        return gzip.decompress(body)
    return body


def _batch(change):
    """A step that changes the list of answers to a batch, and leaves other bodies alone."""

    def step(body, faults):
        try:
            answers = json.loads(body)
        except ValueError:
            return body
        if not isinstance(answers, list):
            return body
        change(answers, faults)
        return json.dumps(answers, separators=(",", ":")).encode()

    return step


def _cut(answers, faults):
    del answers[faults.number("batch_cut") :]


def _null(answers, faults):
    index = faults.number("batch_null")
    if index < len(answers):
        answers[index] = None


def _swap(answers, faults):
    answers.reverse()


def _nan(body, faults):
    return re.sub(rb"(:\s*)-?\d+(\.\d+)?", rb"\1NaN", body, count=1)


def _dupkeys(body, faults):
    member = re.search(rb'\{\s*("[^"]*"\s*:\s*("[^"]*"|-?[\d.]+|true|false|null))', body)
    if member is None:
        return body
    return body[: member.end(1)] + b"," + member.group(1) + body[member.end(1) :]


def _badgzip(body, faults):
    packed = bytearray(gzip.compress(body))
    begin = len(packed) // 2 if faults["badgzip"] == "middle" else 0
    for index in range(begin, min(len(packed), begin + 8)):
        packed[index] ^= 0xFF
    return bytes(packed)


# In this order, whatever the order in which a request names them.
STEPS = [
    ("batch_swap", _batch(_swap)),
    ("batch_null", _batch(_null)),
    ("batch_cut", _batch(_cut)),
    ("nan", _nan),
    ("dupkeys", _dupkeys),
    ("garbage", lambda body, faults: b"\x00\xff<?php \x1b[0m this is not what you are looking for"),
    ("bom", lambda body, faults: b"\xef\xbb\xbf" + body),
    ("empty", lambda body, faults: b""),
    ("gzip", lambda body, faults: gzip.compress(body)),
    ("badgzip", _badgzip),
    ("truncate", lambda body, faults: body[: faults.number("truncate")]),
]
