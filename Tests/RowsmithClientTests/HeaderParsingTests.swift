import Testing

@testable import RowsmithClient

/// What is read from the headers of an answer.
struct HeaderParsingTests {
  private func next(_ values: String...) -> String? {
    var headers = HTTPHeaders()
    for value in values { headers.add("Link", value) }
    return LinkHeader.next(in: headers)
  }

  @Test(arguments: [
    (#"<https://a.example/?page=2>; rel="next""#, "https://a.example/?page=2"), ("<b>; rel=next", "b"),
    ("<b>;rel=next", "b"),
    (#"<a>; rel="prev", <b>; rel="next""#, "b"), (#"<b>; rel="next", <c>; rel="last""#, "b"),
    (#"<b>; rel="first next""#, "b"), (#"<b>; REL="NEXT""#, "b"), (#"<b> ; rel = "next""#, "b"),
    ("<b>; rel=next , <c>", "b"),
    (#"<b>; title="a, <c>; rel=\"prev\""; rel="next""#, "b"), ("<b>; crossorigin; rel=next", "b"),
    ("<b>; rel=next; title=x", "b"), ("<a?x=1,2;3>; rel=next", "a?x=1,2;3"), ("<>; rel=next", ""),
    (#"<a>; rel="prev";rel="next", <b>; rel="next"; rel="prev""#, "b"), (",, <b>; rel=next", "b"),
  ])
  func `the link with the relation next is the next page (RFC 8288)`(header: String, target: String) {
    #expect(next(header) == target)
  }

  @Test(arguments: [
    "", "<b>", "<b>; rel=prev", #"<b>; rel="nextpage""#, "b; rel=next", "<b; rel=next",
    #"<b>; title="rel=next""#,
    #"<b>; title="; rel=next"#, "<b>; rel", "<b>; xrel=next", #"<b>; rel="prev"; rel="next""#, "rel=next",
  ])
  func `another link is none`(header: String) {
    #expect(next(header) == nil)
  }

  @Test func `several headers are one list`() {
    #expect(next("<a>; rel=prev", "<b>; rel=next", "<c>; rel=next") == "b")
  }

  @Test(arguments: [
    ("0", 0), ("7", 7), ("1.5", 1.5), ("-3", 0), ("2000000000", 1e9), ("Tue, 22 Aug 2000 13:28:30 GMT", 30),
    ("Tue, 22 Aug 2000 13:27:00 GMT", 0), ("22 Aug 2000 13:29 GMT", 60),
    ("Tuesday, 22-Aug-00 13:28:30 GMT", 30), ("Tue Aug 22 13:28:30 2000", 30),
    ("Tue Sep  5 13:28:00 2000", 1_209_600),
  ])
  func `a wait is a number of seconds, or a date after now`(text: String, seconds: Double) {
    var headers = HTTPHeaders()
    headers.add("Retry-After", text)
    #expect(RetryAfter.seconds(in: headers, now: 966_950_880) == seconds)
  }

  @Test(arguments: ["", "soon", "nan", "inf", "1 s", "2000-08-22T13:28:30Z", "7,5"])
  func `a wait that cannot be read is none`(text: String) {
    var headers = HTTPHeaders()
    headers.add("Retry-After", text)
    #expect(RetryAfter.seconds(in: headers, now: 966_950_880) == nil)
    #expect(RetryAfter.seconds(in: HTTPHeaders(), now: 0) == nil)
  }

  @Test func `a date to wait for is compared with the server's clock, if it tells the time`() {
    var headers = HTTPHeaders()
    headers.add("Retry-After", "Tue, 22 Aug 2000 13:28:30 GMT")
    headers.add("Date", "Tue, 22 Aug 2000 13:28:20 GMT")
    #expect(RetryAfter.seconds(in: headers, now: 0) == 10)
    #expect(RetryAfter.seconds(in: headers, now: 2e9) == 10)
  }
}
