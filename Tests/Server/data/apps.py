from django.apps import AppConfig


class Data(AppConfig):
    """The one Django application: the models in `models.py`."""

    name = "Server.data"
    label = "data"
    default_auto_field = "django.db.models.BigAutoField"
