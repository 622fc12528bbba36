import RowsmithClient
import Testing

@Suite("Headers")
struct HeadersTests {
  @Test("Names are found without regard to case, and lines of one name are joined")
  func names() {
    var headers: HTTPHeaders = ["Link": "<a>", "ETag": "\"1\"", "link": "<b>"]
    #expect(headers["LINK"] == "<a>, <b>")
    headers["etag"] = "\"2\""
    #expect(headers.fields.map(\.value) == ["<a>", "\"2\"", "<b>"])
    headers["Link"] = nil
    #expect(headers.fields.map(\.name) == ["etag"])
    headers.add("X@Y", "1")
    #expect(headers["x`y"] == nil)
  }

  @Test("No value is in a description")
  func secrets() {
    let headers: HTTPHeaders = ["Authorization": "Bearer secret"]
    var dumped = ""
    dump(headers, to: &dumped)
    #expect(!"\(headers) \(String(reflecting: headers)) \(dumped)".contains("secret"))
  }
}
