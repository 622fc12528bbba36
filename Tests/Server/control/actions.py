"""What a test can do to the server: `POST /__control__/NAME`, with the arguments as a JSON object."""

from django.apps import apps
from django.db import connection

from .. import state
from ..data import seed as seeds
from ..data.models import Login
from ..faults import rules
from ..front import log
from . import mutations


def reset():
    """An empty server with the settings of its start."""
    models = apps.get_app_config("data").get_models(include_auto_created=True)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys=ON")
        for model in models:
            cursor.execute(f'DELETE FROM "{model._meta.db_table}"')
        cursor.execute("DELETE FROM sqlite_sequence")
    state.reset()
    rules.replace(0, [])
    log.clear()


def seed(n=20, seed=1):
    """Rows of every resource; the same for the same arguments on an empty server."""
    seeds.seed(int(n), seed)


def faults(rules=(), seed=0):
    """Replaces the rules."""
    replace_rules(seed, list(rules))


replace_rules = rules.replace


def expire_tokens(user=None):
    """Access tokens are expired from now on, refresh tokens are not."""
    logins = Login.objects.all() if user is None else Login.objects.filter(user=user)
    return {"expired": logins.filter(ended=False).update(expires_at=0)}


def clock(skew=0):
    """Puts the server's clock so many seconds ahead of the true time."""
    state.skew = float(skew)


def config(**settings):
    """Changes settings, and answers all of them."""
    state.configure(settings)
    return state.config


def mutate(n=10, seed=1, models=None):
    """So many random changes by somebody else; answers what they were. Reproducible for the same rows."""
    return {"changes": mutations.mutate(int(n), seed, models)}


def timeline(topic="news", articles=None, shuffle=None):
    """Gives a topic's list another order: the ids of its articles, or the seed of a random order."""
    return {"articles": mutations.reorder(topic, articles, shuffle)}


ALL = {action.__name__: action for action in (reset, seed, faults, expire_tokens, clock, config, mutate, timeline)}
