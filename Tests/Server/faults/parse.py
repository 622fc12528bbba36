"""The language of faults: `delay=200;status=503:2` in a header, a query or a rule."""

KNOWN = {
    # While the request is read.
    "upload_slow", "upload_cut",
    # Before the request is executed.
    "delay", "hold", "status", "www", "redirect", "spurious304", "portal",
    # After it is executed.
    "delay_after", "after_status",
    # The connection.
    "drop", "rst", "cut", "stall", "slow", "lateclose",
    # How the body is framed.
    "nolength", "chunked", "badchunk", "longlength", "gzip", "badgzip",
    # What the body is.
    "truncate", "garbage", "empty", "nan", "dupkeys", "bom", "wrongtype", "batch_cut", "batch_null", "batch_swap",
    # Nothing, and that over a rule.
    "none",
}  # fmt: skip

PLACES = {"before", "after", "mid"}


class Faults(dict):
    """Names of faults, and the words behind `=` (empty where there are none)."""

    def number(self, name, part=0, default=0):
        """The number behind `=`, or behind the `part`th colon; ValueError where it is none."""
        words = self.get(name, "").split(":")
        return int(words[part]) if len(words) > part and words[part] else default

    def text(self, name):
        """What is behind the first colon."""
        return self.get(name, "").partition(":")[2]


def parse(text):
    """The faults that a text names; ValueError where it is none."""
    faults = Faults()
    for word in filter(None, (word.strip() for word in text.split(";"))):
        name, _, argument = word.partition("=")
        if name not in KNOWN:
            raise ValueError(f"no such fault: {name}")
        if name in ("drop", "rst") and argument not in PLACES:
            raise ValueError(f"{name} is one of before, after, mid")
        faults[name] = argument
    return faults
