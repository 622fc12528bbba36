"""Kinto itself: its settings, its accounts, its port."""

import contextlib
import io
import json
import logging
import threading
import warnings

import waitress
from kinto import main as application
from pyramid.request import Request


def start(chosen, database):
    """Starts to listen; gives the port."""
    if not chosen.verbose:
        for name in ("waitress", "kinto"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    # That there is no TLS, and that the parts of it share a database.
    warnings.filterwarnings("ignore", module="kinto")
    # That there is no configuration file, and that accounts go with the memory.
    with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
        app = application({}, **settings(chosen, database))
    if database:
        for part in (app.registry.storage, app.registry.permission, app.registry.cache):
            part.initialize_schema()
    for pair in filter(None, chosen.users.split(",")):
        add_account(app, *pair.split(":", 1))
    threads = chosen.threads or (8 if database else 1)
    server = waitress.create_server(app, host="127.0.0.1", port=chosen.port, threads=threads)
    threading.Thread(target=server.run, daemon=True).start()
    return int(server.effective_port)


def settings(chosen, database):
    kind = "postgresql" if database else "memory"
    values = {
        "userid_hmac_secret": "fresh at each start",
        "batch_max_requests": chosen.batch_limit,
        # What clients' own shortcuts use, and what a test needs that takes everything away.
        "includes": "kinto.plugins.accounts kinto.plugins.default_bucket kinto.plugins.flush",
        "account_create_principals": "system.Everyone",
        "experimental_permissions_endpoint": "true",
    }
    for part in ("storage", "permission", "cache"):
        values[f"{part}_backend"] = f"kinto.core.{part}.{kind}"
        if database:
            values[f"{part}_url"] = database
    for pair in chosen.setting:
        name, value = pair.split("=", 1)
        values[name] = value
    return {
        "multiauth.policies": "account",
        "multiauth.policy.account.use": "kinto.plugins.accounts.AccountsPolicy",
        **{f"kinto.{name}": value for name, value in values.items()},
    }


def add_account(app, user, password):
    body = json.dumps({"data": {"password": password}}).encode()
    request = Request.blank(f"/v1/accounts/{user}", method="PUT", body=body, content_type="application/json")
    answer = request.get_response(app)
    if answer.status_code != 201:
        raise SystemExit(f"The account '{user}' cannot be made: {answer.text}")
