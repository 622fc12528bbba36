"""Django's settings, and a database that is made without migrations: it never outlives a version of the models."""

import logging

import django
from django.conf import settings

LABEL = "data"


def configure(database):
    """Prepares Django for the file `database`; creates the tables where they are missing."""
    settings.configure(
        ALLOWED_HOSTS=["*"],
        APPEND_SLASH=False,
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(database),
                "CONN_MAX_AGE": None,
                "OPTIONS": {
                    "timeout": 30,
                    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",
                },
            }
        },
        DATA_UPLOAD_MAX_MEMORY_SIZE=None,
        DEBUG=False,
        INSTALLED_APPS=[f"{__package__}.data.apps.Data"],
        LOGGING_CONFIG=None,
        MIDDLEWARE=[
            f"{__package__}.api.compression.Compression",
            f"{__package__}.api.compression.ConditionalGet",
        ],
        REST_FRAMEWORK={
            "DEFAULT_AUTHENTICATION_CLASSES": [],
            "DEFAULT_PERMISSION_CLASSES": [],
            "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
            "EXCEPTION_HANDLER": f"{__package__}.api.errors.answer",
            "UNAUTHENTICATED_USER": None,
            "UNICODE_JSON": True,
        },
        ROOT_URLCONF=f"{__package__}.urls",
        SECRET_KEY="only for tests",
        USE_TZ=True,
    )
    # What clients do wrong they are told; what the server does wrong goes to standard error.
    logging.getLogger("django.request").setLevel(logging.ERROR)
    django.setup()
    create_tables()


def create_tables():
    """Creates the tables that are missing."""
    from django.apps import apps
    from django.db import connection

    present = set(connection.introspection.table_names())
    with connection.schema_editor() as editor:
        for model in apps.get_app_config(LABEL).get_models():
            if model._meta.db_table not in present:
                editor.create_model(model)
