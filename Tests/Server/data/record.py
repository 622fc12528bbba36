"""What all records have in common: owner, versions, tombstones."""

from datetime import timedelta

from django.db import models

from .. import state


class Record(models.Model):
    """A row that clients see. Deleted rows stay as tombstones."""

    owner = models.CharField(max_length=100, default="", blank=True, db_index=True)
    client_uuid = models.CharField(max_length=100, null=True, blank=True, db_index=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField(db_index=True)
    deleted_at = models.DateTimeField(null=True)
    lock_version = models.IntegerField(default=1)

    class Meta:
        abstract = True

    # What the API calls the records of this kind.
    resource = ""
    # The attribute that clients know the record by.
    key_name = "id"
    # True where the JSON lists other records: its ETag then changes when those come or go.
    lists_others = False

    @property
    def key(self):
        return self.pk

    @property
    def etag(self):
        name = type(self)._meta.model_name
        tag = f"{name}-{self.pk}-{self.lock_version}"
        if self.lists_others:
            tag += f"-{int(self.updated_at.timestamp() * 1000)}"
        return f'"{tag}"'

    def matches(self, tags):
        """Whether an If-Match header names this version. What the record lists is not part of the version."""
        version = f"{type(self)._meta.model_name}-{self.pk}-{self.lock_version}"
        given = [tag.strip().removeprefix("W/").strip('"') for tag in tags.split(",")]
        return any(tag == "*" or tag == version or tag.startswith(version + "-") for tag in given)

    def stamp(self):
        """Gives the row the time of this change; two changes of a row never have the same."""
        moment = state.now()
        if self.updated_at is not None and moment <= self.updated_at:
            moment = self.updated_at + timedelta(milliseconds=1)
        self.updated_at = moment
        if self.created_at is None:
            self.created_at = moment

    def parents(self):
        """The records whose JSON lists this one."""
        return []

    def children(self):
        """The records that are deleted with this one."""
        return []
