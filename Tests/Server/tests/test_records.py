from .server import ServerTest


class RecordTests(ServerTest):
    def test_record_is_created_read_changed_and_deleted(self):
        made = self.post("/api/articles", {"article": {"title": "One", "body": "text"}})
        self.assertEqual((made.status, made.json["id"], made.json["body"]), (201, 1, "text"))
        self.assertEqual(made.headers["ETag"], '"article-1-1"')
        changed = self.send("PATCH", "/api/articles/1.json", {"body": None})
        self.assertEqual(
            (changed.json["title"], changed.json["body"], changed.json["lock_version"]), ("One", None, 2)
        )
        self.assertEqual(self.send("DELETE", "/api/articles/1").status, 204)
        self.assertEqual(self.send("DELETE", "/api/articles/1").status, 204)
        gone = self.get("/api/articles/1")
        self.assertEqual((gone.status, gone.json["tombstone"]["deleted"]), (410, True))
        self.assertEqual(self.get("/api/articles/2").status, 404)

    def test_dates_of_articles_are_spelled_as_rails_did(self):
        made = self.post("/api/articles", {"title": "One"}).json
        self.assertRegex(made["created_at"], r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$")
        self.assertRegex(made["updated_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")

    def test_change_that_changes_nothing_is_no_new_version(self):
        self.post("/api/articles", {"title": "One"})
        self.assertEqual(self.send("PATCH", "/api/articles/1", {"title": "One"}).json["lock_version"], 1)

    def test_put_gives_what_it_leaves_out_its_default(self):
        self.post("/api/articles", {"title": "One", "views": 7, "author": "Ada"})
        replaced = self.send("PUT", "/api/articles/1", {"title": "Two"}).json
        self.assertEqual((replaced["title"], replaced["views"], replaced["author"]), ("Two", 0, None))

    def test_record_that_is_not_valid_is_refused_with_the_attribute(self):
        refused = self.post("/api/articles", {"views": 1})
        self.assertEqual((refused.status, list(refused.json["errors"])), (422, ["title"]))
        self.assertEqual(self.post("/api/articles", b"{", Content_Type="application/json").status, 400)

    def test_deleting_takes_along_what_belongs_to_the_record(self):
        self.post("/api/articles", {"title": "One"})
        self.post("/api/articles/1/article_comments", {"body": "a"})
        self.send("DELETE", "/api/articles/1")
        self.assertEqual(self.get("/api/article_comments/1").status, 410)

    def test_images_and_tags_of_a_product_are_written_with_it(self):
        self.post("/api/tags", {"name": "new"})
        made = self.post(
            "/api/products", {"title": "Lamp", "price": "12.34", "tag_ids": [1], "images": [{"caption": "a"}]}
        )
        self.assertEqual(made.json["price"], "12.34")
        self.assertEqual(made.json["images"][0]["caption"], "a")
        self.assertEqual(self.get("/api/tags/1").json["product_ids"], [1])
        changed = self.send("PATCH", "/api/products/1", {"image": {"id": 1, "caption": "b"}, "tag_ids": []})
        self.assertEqual((changed.json["image"]["caption"], changed.json["tag_ids"]), ("b", []))
        self.assertEqual(self.send("PATCH", "/api/products/1", {"images": []}).json["image"], None)

    def test_validator_of_a_product_changes_when_a_review_comes(self):
        self.post("/api/products", {"title": "Lamp", "price": "1.00"})
        before = self.get("/api/products/1")
        self.post("/api/products/1/reviews", {"author": "Ada", "rating": 3})
        after = self.get("/api/products/1", If_None_Match=before.headers["ETag"])
        self.assertEqual((after.status, after.json["product_review_ids"]), (200, [1]))
        self.assertEqual(after.json["lock_version"], 1)
        patched = self.send("PATCH", "/api/products/1", {"title": "L"}, {"If-Match": before.headers["ETag"]})
        self.assertEqual(patched.status, 200)

    def test_client_chooses_the_keys_of_meetings_and_notes(self):
        self.assertEqual(self.post("/api/meetings", {"id": "m1", "title": "Monday"}).json["id"], "m1")
        note = self.post("/api/meetings/m1/notes", {"note": {"hash": "abc", "text": "hello"}})
        self.assertEqual((note.status, note.json["hash"], note.json["meeting_id"]), (201, "abc", "m1"))
        again = self.post("/api/meetings/m1/notes", {"note": {"hash": "abc", "text": "hello"}})
        self.assertEqual((again.status, again.headers["X-Duplicate"]), (200, "true"))
        self.assertEqual(self.get("/api/meetings/m1/notes/abc").json["text"], "hello")
        self.assertEqual(self.send("PUT", "/api/meetings/m2", {"title": "Tuesday"}).status, 201)
        self.assertEqual(self.get("/api/meetings/none/notes").status, 404)

    def test_key_may_have_any_letters(self):
        made = self.post("/api/meetings", {"id": "a b?#%ü", "title": "Monday"})
        self.assertEqual(made.headers["Location"], "/api/meetings/a%20b%3F%23%25%C3%BC")
        self.assertEqual(self.get(made.headers["Location"]).json["id"], "a b?#%ü")

    def test_client_uuid_makes_a_record_once(self):
        first = self.post("/api/articles", {"title": "One", "client_uuid": "u1"})
        second = self.post("/api/articles", {"title": "One", "client_uuid": "u1"})
        self.assertEqual((first.status, second.status, second.headers["X-Duplicate"]), (201, 200, "true"))
        self.assertEqual(self.ask("stats")["rows"]["articles"], 1)

    def test_address_of_an_enterprise_is_an_object(self):
        made = self.post("/api/enterprises", {"enterprise": {"name": "A", "address": {"city": "Bonn"}}})
        self.assertEqual(made.json["address"], {"street": None, "zip": None, "city": "Bonn", "country": None})
        self.assertEqual(list(self.get("/api/enterprises").json), ["array_of_enterprises"])

    def test_change_of_a_version_that_is_not_the_last_is_refused_with_the_record(self):
        self.post("/api/articles", {"title": "One"})
        self.send("PATCH", "/api/articles/1", {"title": "Two"}, {"If-Match": '"article-1-1"'})
        stale = self.send("PATCH", "/api/articles/1", {"title": "Three"}, {"If-Match": '"article-1-1"'})
        self.assertEqual((stale.status, stale.json["current"]["title"]), (412, "Two"))
        stale = self.send("PATCH", "/api/articles/1", {"title": "Three", "lock_version": 1})
        self.assertEqual((stale.status, stale.json["current"]["title"]), (409, "Two"))
        date = "Sat, 01 Jan 2000 00:00:00 GMT"
        self.assertEqual(self.send("DELETE", "/api/articles/1", None, {"If-Unmodified-Since": date}).status, 412)
        self.assertEqual(self.send("DELETE", "/api/articles/1?lock_version=1").status, 409)
        self.assertEqual(self.send("DELETE", "/api/articles/1?lock_version=2").status, 204)

    def test_put_makes_a_deleted_record_again_where_the_client_chose_its_key(self):
        self.post("/api/meetings", {"id": "m", "title": "One", "place": "Bonn"})
        self.send("DELETE", "/api/meetings/m")
        self.assertEqual(self.send("PUT", "/api/meetings/m", {"title": "Two"}).status, 410)
        again = self.send("PUT", "/api/meetings/m", {"title": "Two"}, {"If-None-Match": "*"})
        self.assertEqual((again.status, again.json["title"], again.json["place"]), (201, "Two", None))
        self.assertEqual((again.json["lock_version"], self.get("/api/meetings/m").status), (3, 200))
        stale = self.send("PUT", "/api/meetings/m", {"title": "Three"}, {"If-None-Match": "*"})
        self.assertEqual((stale.status, stale.json["current"]["title"]), (412, "Two"))

    def test_file_is_stored_and_given_back(self):
        body = bytes(range(256)) * 10
        stored = self.send("PUT", "/api/files/a.bin", body, {"Content-Type": "application/x-thing"})
        self.assertEqual((stored.status, stored.json["size"]), (201, 2560))
        read = self.get("/api/files/a.bin", Accept_Encoding="gzip")
        self.assertEqual((read.body, read.headers["Content-Type"]), (body, "application/x-thing"))
        self.assertEqual(self.get("/api/files/a.bin", If_None_Match=read.headers["ETag"]).status, 304)

    def test_image_comes_in_a_form(self):
        form = b"\r\n".join(
            [
                b'--x\r\nContent-Disposition: form-data; name="caption"\r\n\r\nSea',
                b'--x\r\nContent-Disposition: form-data; name="file"; filename="s.png"',
                b"Content-Type: image/png\r\n\r\nPNG!",
                b"--x--\r\n",
            ]
        )
        made = self.send("POST", "/api/images", form, {"Content-Type": "multipart/form-data; boundary=x"}).json
        self.assertEqual((made["caption"], made["size"], made["content_type"]), ("Sea", 4, "image/png"))
        self.assertEqual(self.get("/api" + made["url"]).body, b"PNG!")


class DumbTests(ServerTest):
    def test_dumb_server_knows_no_keys_and_no_versions(self):
        self.control("config", dumb=True)
        for _ in range(2):
            self.post("/api/articles", {"title": "One", "client_uuid": "u"}, Idempotency_Key="k")
        self.assertEqual(self.ask("stats")["rows"]["articles"], 2)
        stale = self.send("PATCH", "/api/articles/1", {"title": "Two", "lock_version": 9}, {"If-Match": '"x"'})
        self.assertEqual(stale.status, 200)
        self.send("DELETE", "/api/articles/1")
        self.assertEqual(self.get("/api/articles/1").status, 404)
        self.assertEqual(len(self.get("/api/articles?include_deleted=1").json), 1)
