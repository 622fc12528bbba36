"""Every change of a record goes through here, so that stamps, tombstones and the log of changes agree."""

from contextvars import ContextVar

from .models import Change

# Who is writing: (X-Client, Idempotency-Key) of the request.
origin = ContextVar("origin", default=(None, None))


def save(record):
    """Inserts the record or updates it as its next version."""
    op = "create" if record._state.adding else "update"
    if op == "update":
        record.lock_version += 1
    record.stamp()
    record.save()
    note(record, op)
    if op == "create":
        touch(record.parents())


def delete(record):
    """Makes a tombstone of the record and of what belongs to it."""
    parents = record.parents()
    for child in record.children():
        delete(child)
    record.lock_version += 1
    record.stamp()
    record.deleted_at = record.updated_at
    record.save()
    note(record, "delete")
    touch(parents)


def touch(records):
    """The JSON of these lists a record that came, went or moved: later `updated_at`, the same version."""
    for record in records:
        if record.deleted_at is None and not record._state.adding:
            record.stamp()
            type(record).objects.filter(pk=record.pk).update(updated_at=record.updated_at)
            note(record, "touch")


def note(record, op):
    client, key = origin.get()
    Change.objects.create(
        model=record.resource,
        record=str(record.pk),
        op=op,
        lock_version=record.lock_version,
        owner=record.owner,
        client=client,
        key=key,
        at=record.updated_at,
    )
