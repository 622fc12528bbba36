import Testing

@testable import RowsmithClient

/// Origins, references and the parts of a request that a transport sends as they are.
struct URLPartTests {
  @Test(arguments: [
    ("https://example.com", "https", "example.com", 443),
    ("http://example.com/a:b?c@d", "http", "example.com", 80),
    ("HTTPS://Example.COM:8443/", "https", "example.com", 8443),
    ("http://example.com:", "http", "example.com", 80),
    ("http://user:pw@example.com:81/", "http", "example.com", 81), ("http://a@b@c", "http", "c", 80),
    ("http://[::1]", "http", "[::1]", 80), ("https://[2001:DB8::1]:444/x", "https", "[2001:db8::1]", 444),
    ("http://127.0.0.1:65535", "http", "127.0.0.1", 65535), ("http://a?b:c", "http", "a", 80),
    ("http://a#b@c", "http", "a", 80),
  ])
  func `an origin is scheme, host and port`(url: String, scheme: String, host: String, port: Int) throws {
    let origin = try #require(HTTPOrigin(url: url))
    #expect(origin.scheme == scheme && origin.host == host && origin.port == port)
    #expect(origin.address == "\(host):\(port)")
  }

  @Test(arguments: [
    "", "example.com", "/a", "ftp://example.com", "http:example.com", "http:/example.com", "http://",
    "http:///a", "http://:80",
    "http://user@", "http://a:b", "http://a:0", "http://a:65536", "http://a:+80", "http://a:-1",
    "http://a:80x", "http://[::1",
    "http://[::1]x", "http://[::1]:x", "http://a b", "http://exämple.com", "http://a\\b", "http://a\n",
    "://a", "http//a",
  ])
  func `what is no absolute HTTP URL has no origin`(url: String) {
    #expect(HTTPOrigin(url: url) == nil)
  }

  @Test(arguments: [
    ("https://a.example/b", "https://A.example:443/c", true),
    ("http://a.example", "http://a.example:80", true),
    ("https://a.example", "http://a.example", false), ("https://a.example", "https://b.example", false),
    ("https://a.example:8443", "https://a.example", false),
    ("https://a.example:8443/x", "https://a.example:8443/y?z", true),
    ("https://a.example", "https://a.example.org", false),
  ])
  func `two URLs have one origin if scheme, host and port are the same`(one: String, other: String, are: Bool)
  {
    #expect(URLReference.haveSameOrigin(one, other) == are)
    #expect(URLReference.haveSameOrigin(other, one) == are)
  }

  @Test(arguments: [
    ("?page=2", "https://a.example/v1/bands?page=2"), ("/v2/bands", "https://a.example/v2/bands"),
    ("labels", "https://a.example/v1/labels"), ("../x", "https://a.example/x"),
    ("//b.example/c", "https://b.example/c"),
    ("https://b.example/c?d", "https://b.example/c?d"), ("", nil),
    ("http://a.example/v1/bands", nil), ("ftp://a.example/x", nil), ("mailto:a@example.com", nil),
    ("https:///x", nil),
  ])
  func `a reference is resolved (RFC 3986), and never leads from HTTPS to HTTP`(
    reference: String, url: String?
  ) {
    #expect(URLReference.resolve(reference, against: "https://a.example/v1/bands?page=1") == url)
  }

  @Test(arguments: [
    ("?page[after]=MQ%3D%3D", "https://a.example/v1/bands?page%5Bafter%5D=MQ%3D%3D"),
    ("/x?ids=a|b&c=%2F", "https://a.example/x?ids=a%7Cb&c=%2F"),
    ("https://[::1]:8080/caf\u{E9}/%C3%BC?q={a b}", "https://[::1]:8080/caf%C3%A9/%C3%BC?q=%7Ba%20b%7D"),
    ("//b.example/?a[]=%20", "https://b.example/?a%5B%5D=%20"),
    ("?off=100%&c=MQ%3D%3D", "https://a.example/v1/bands?off=100%25&c=MQ%3D%3D"),
    ("/50%/%C3%BC?a=%4&b=%zz&c=%", "https://a.example/50%25/%C3%BC?a=%254&b=%25zz&c=%25"),
  ])
  func `what must not be in a URL is encoded, and what is encoded already stays`(
    reference: String, url: String
  ) throws {
    #expect(URLReference.resolve(reference, against: "https://a.example/v1/bands?page=1") == url)
    var redirection = Redirection(HTTPRequest(method: "GET", url: "https://a.example/v1/bands?page=1"))
    let isFollowed = try redirection.follow(status: 302, headers: ["Location": reference])
    #expect(isFollowed)
    #expect(redirection.request.url == url)
  }

  @Test(arguments: [
    ("https://a.example/y", "https://u:p@a.example/y"), ("/y", "https://u:p@a.example/y"),
    ("https://v@a.example/y", "https://v@a.example/y"),
    ("https://a.example:8443/y", "https://a.example:8443/y"), ("//b.example/y@z", "https://b.example/y@z"),
  ])
  func `a redirect keeps a name and a password at their server`(location: String, url: String) throws {
    var redirection = Redirection(HTTPRequest(method: "GET", url: "https://u:p@a.example/x"))
    let isFollowed = try redirection.follow(status: 302, headers: ["Location": location])
    #expect(isFollowed)
    #expect(redirection.request.url == url)
  }

  @Test(arguments: [
    ("https://u:p@a.example/y", "https://a.example/y"), ("http://u@v@a.example:80", "http://a.example:80"),
    ("https://a.example?b@c", "https://a.example?b@c"), ("/x@y", "/x@y"), ("mailto:a@b", "mailto:a@b"),
  ])
  func `a URL is shown and stored without a name and a password`(url: String, plain: String) {
    #expect(URLCredentials.removed(from: url) == plain)
    #expect((URLCredentials(of: url) == nil) == (url == plain))
  }

  @Test(arguments: [
    ("https://u:p@a.example/x/y?token=s#t", "https://a.example/x/y"), ("/x#t", "/x"), ("a@b/c", "a@b/c"),
    ("//u:p@a.example", "//a.example"), ("http:///x?\u{301}token=s", "http:///x"),
    ("http:///x#\u{301}t", "http:///x"), ("https://u:p@\u{301}a/x", "https://\u{301}a/x"),
  ])
  func `a URL is in messages without its query, and without a name and a password`(
    url: String, shown: String
  ) {
    #expect(RouteURL.shown(url).utf8.elementsEqual(shown.utf8))
  }

  @Test(arguments: [
    ("https://u:p@a.example/y:z", "https://u@a.example/y:z"),
    ("https://u@a.example:80", "https://u@a.example:80"),
    ("https://:p@a.example", "https://a.example"), ("https://u:p:q@v@a.example", "https://u@a.example"),
    ("https://a.example:80/?b:c@d", "https://a.example:80/?b:c@d"), ("memory", "memory"), ("a:b@c", "a:b@c"),
  ])
  func `the address of a server is noted without a password`(url: String, plain: String) {
    #expect(URLCredentials.withoutPassword(url) == plain)
  }

  @Test func `from HTTP a reference may lead to HTTPS`() {
    #expect(
      URLReference.resolve("https://a.example/x", against: "http://a.example/") == "https://a.example/x")
    #expect(URLReference.resolve("/y", against: "http://a.example/x") == "http://a.example/y")
    #expect(URLReference.resolve("/y", against: "no URL") == nil)
  }

  private func check(_ method: String = "GET", _ name: String = "A", _ value: String = "b") -> String? {
    var request = HTTPRequest(method: method, url: "http://a.example/")
    request.headers.add(name, value)
    do { try request.check() } catch { return error.message }
    return nil
  }

  @Test(arguments: ["GET", "get", "PATCH", "M-SEARCH", "X!#$%&'*+.^_`|~9"])
  func `a token is a method, and the name of a header`(text: String) {
    #expect(check(text) == nil)
    #expect(check("GET", text) == nil)
  }

  @Test(arguments: ["", " ", "G ET", "GET\r\n", "GÉT", "GET/", "A:B", "a(b)", "\u{7F}", "a@b", "{a}", "[a]"])
  func `what is no token is neither`(text: String) {
    #expect(check(text) == "The method of the request is invalid.")
    #expect(check("GET", text) == "The name of a header of the request is invalid.")
  }

  @Test(arguments: ["a\r\nB: c", "a\nb", "a\rb", "a\0b", "\n"])
  func `a line break in a header would begin another one`(value: String) {
    #expect(check("GET", "X-Note", value) == "The header X-Note of the request contains a line break.")
  }

  @Test(arguments: ["", "a b", "é", "\t", "a: b, c;d=\"e\""])
  func `any other text is the value of a header`(value: String) {
    #expect(check("GET", "X-Note", value) == nil)
  }
}
