import base64

from .server import ServerTest


class SessionTests(ServerTest):
    def log_in(self):
        return self.post("/api/sessions", {"username": "ada", "password": "secret"}).json

    def secure(self, path, tokens):
        return self.get("/secure" + path, Authorization=f"Bearer {tokens['access_token']}")

    def refresh(self, tokens):
        return self.post("/secure/sessions/refresh", {"refresh_token": tokens["refresh_token"]})

    def test_closed_zone_wants_a_token_that_is_not_expired(self):
        self.assertEqual(self.get("/secure/articles").json["error"]["error_code"], 1)
        tokens = self.log_in()
        self.assertEqual(self.secure("/articles", tokens).status, 200)
        self.control("expire_tokens")
        expired = self.secure("/articles", tokens)
        self.assertEqual((expired.status, expired.json["error"]["error_code"]), (401, 4))
        self.assertEqual(self.secure("/articles", self.refresh(tokens).json).status, 200)

    def test_refresh_token_is_good_once(self):
        tokens = self.log_in()
        self.assertEqual(self.refresh(tokens).status, 200)
        self.assertEqual(self.refresh(tokens).json["error"]["error_code"], 7)
        self.control("config", refresh_grace=60)
        self.assertEqual(self.refresh(tokens).status, 200)

    def test_refresh_can_be_refused(self):
        tokens = self.log_in()
        self.control("config", refresh="refuse")
        self.assertEqual(self.refresh(tokens).status, 401)

    def test_wrong_password_and_ended_login_are_refused(self):
        self.assertEqual(self.post("/api/sessions", {"username": "ada", "password": "x"}).status, 401)
        tokens = self.log_in()
        self.send("DELETE", "/secure/sessions", None, {"Authorization": f"Bearer {tokens['access_token']}"})
        self.assertEqual(self.secure("/me", tokens).status, 401)

    def test_basic_zone_says_its_realm(self):
        refused = self.get("/basic/articles")
        self.assertEqual((refused.status, refused.headers["WWW-Authenticate"]), (401, 'Basic realm="Rowsmith"'))
        credentials = base64.b64encode(b"ada:secret").decode()
        self.assertEqual(self.get("/basic/me", Authorization=f"Basic {credentials}").json, {"username": "ada"})

    def test_rows_of_a_user_are_for_that_user(self):
        ada = {"Authorization": f"Bearer {self.log_in()['access_token']}"}
        self.send("POST", "/secure/articles", {"title": "Mine"}, ada)
        self.post("/api/articles", {"title": "Everybody's"})
        bob = self.post("/api/sessions", {"username": "bob", "password": "secret"}).json
        self.assertEqual([a["title"] for a in self.secure("/articles", bob).json], ["Everybody's"])
        self.assertEqual(self.secure("/articles/1", bob).status, 404)
        self.assertEqual(len(self.send("GET", "/secure/articles", None, ada).json), 2)
