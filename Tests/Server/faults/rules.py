"""Faults that the control sets for requests to come."""

import random
import re
import threading

from .parse import Faults, parse

_lock = threading.Lock()  # guards the rules and their counts
_rules = []
_seed = 0
_drawn = 0


class Rule:
    """One rule: which requests it is for, how often it strikes, and what happens then."""

    def __init__(self, rule):
        unknown = sorted(set(rule) - {"method", "path", "p", "fault", "max", "skip", "client"})
        if unknown:
            raise ValueError(f"a rule has no {', '.join(unknown)}")
        self.methods = {name.strip().upper() for name in rule["method"].split(",")} if rule.get("method") else None
        try:
            self.path = re.compile(rule.get("path", ""))
        except re.error as error:
            raise ValueError(f"{rule['path']} is no regular expression: {error}") from error
        self.probability = float(rule.get("p", 1))
        if "fault" not in rule:
            raise ValueError("a rule needs a fault")
        self.fault = parse(rule["fault"])
        self.left = rule.get("max")
        self.skip = int(rule.get("skip", 0))
        self.client = rule.get("client")

    def fits(self, method, path, client):
        return (
            (self.methods is None or method in self.methods)
            and self.path.search(path) is not None
            and (self.client is None or self.client == client)
            and (self.left is None or self.left > 0)
        )


def replace(seed, rules):
    """The rules from now on; ValueError, and the earlier ones stay, where one is wrong."""
    global _rules, _seed, _drawn
    parsed = [Rule(rule) for rule in rules]
    with _lock:
        _rules, _seed, _drawn = parsed, seed, 0


def strike(method, path, client, sequence):
    """What the rules do to a request. The draw depends on the seed, X-Client and X-Seq, and not on the timing of
    threads, where the client sends those."""
    global _drawn
    faults = Faults()
    with _lock:
        _drawn += 1
        ticket = f"{_seed}/{client}/{sequence}" if sequence is not None else f"{_seed}/{_drawn}"
        for index, rule in enumerate(_rules):
            if not rule.fits(method, path, client):
                continue
            if rule.skip > 0:
                rule.skip -= 1
            elif random.Random(f"{ticket}/{index}").random() < rule.probability:
                if rule.left is not None:
                    rule.left -= 1
                faults.update(rule.fault)
    return faults
