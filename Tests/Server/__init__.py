"""A real REST server for the tests of the client: Django REST framework behind a front that can break any answer."""
