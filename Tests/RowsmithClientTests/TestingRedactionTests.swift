import Foundation
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Secrets that are left out of recorded exchanges")
struct TestingRedactionTests {
  /// One exchange, as it is in the file.
  private struct Saved: Decodable {
    var method: String
    var url: String
    var sent: String?
    var headers: [[String]]
    var finalURL: String?
    var text: String?
    var base64: String?
  }

  /// Records one exchange and reads the file.
  private func saved(
    url: String = "https://a.example/x", sent: String? = nil, headers: HTTPHeaders = [:], body: [UInt8] = [],
    finalURL: String? = nil
  ) async throws -> Saved {
    let folder = try TemporaryFolder()
    let recorder = RecordingTransport(
      AnyTransport { request in
        HTTPResponse(
          status: 200, headers: headers, url: finalURL ?? request.url, body: HTTPResponseBody(body))
      })
    var request = HTTPRequest(method: "POST", url: url, headers: ["Authorization": "Bearer t0p"])
    request.body = sent.map { .bytes(Array($0.utf8)) }
    _ = try await recorder.send(request).body.collected()
    try recorder.save(to: URL(fileURLWithPath: "\(folder.path)/one.json"))
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/one.json"))
    let exchanges = try JSONDecoder().decode([Saved].self, from: data)
    return try #require(exchanges.first)
  }

  @Test(
    "A URL keeps what is no secret, as it was written",
    arguments: [
      ("https://ada:pw@a.example/x", "https://a.example/x"),
      ("https://ada@a.example:8080/x/y@z", "https://a.example:8080/x/y@z"),
      ("https://ada:p@w@a.example", "https://a.example"),
      ("https://a.example?mail=ada@b.example", "https://a.example?mail=ada@b.example"),
      (
        "https://a.example/x?page=2&access_token=t0p&q=",
        "https://a.example/x?page=2&access_token=REDACTED&q="
      ),
      ("https://a.example/x?api%5Fkey=t0p", "https://a.example/x?api%5Fkey=REDACTED"),
      (
        "https://a.example/x?key=t0p&sig=t0p&pin=1",
        "https://a.example/x?key=REDACTED&sig=REDACTED&pin=REDACTED"
      ),
      ("https://a.example/x?keyword=tin&author=Ada&page", "https://a.example/x?keyword=tin&author=Ada&page"),
      ("https://a.example/x?X-Amz-Signature=t0p=&&z", "https://a.example/x?X-Amz-Signature=REDACTED&&z"),
      ("https://a.example/x#access_token=t0p&type=b", "https://a.example/x#access_token=REDACTED&type=b"),
      ("https://a.example/x?a=1#id_token=t0p", "https://a.example/x?a=1#id_token=REDACTED"),
      ("https://a.example/x?access_key=t0p&v=1.eyJ.2", "https://a.example/x?access_key=REDACTED&v=1.eyJ.2"),
      ("https://a.example/x?id=eyJh.eyJz.c2-_&v=eyJh.", "https://a.example/x?id=REDACTED&v=eyJh."),
      ("https://a.example/x?token", "https://a.example/x?token"),
      ("https://a.example/token=7/x", "https://a.example/token=7/x"),
    ])
  func urls(_ url: String, _ stored: String) async throws {
    let exchange = try await saved(url: url, finalURL: "https://b.example/")
    #expect(exchange.url == stored)
    #expect(exchange.finalURL == "https://b.example/")
    #expect(try await saved(finalURL: url).finalURL == stored)
    #expect(try await saved(headers: ["Location": url]).headers == [["Location", stored]])
  }

  @Test("The URL of the answer is stored where it is another one than the request's")
  func sameURL() async throws {
    #expect(try await saved(url: "https://a.example/x?token=1").finalURL == nil)
  }

  @Test("Every link of a header is cleaned by itself, and its relation stays")
  func links() async throws {
    let link =
      "<https://u:pw@a.example/x?page=2&token=t0p>; rel=\"next\", <https://u:pw@a.example/x?token=t0p>; "
      + "rel=last; title=\"a?token=b\", </x?page=1>; rel=first"
    #expect(
      try await saved(headers: ["Link": link]).headers == [
        [
          "Link",
          "<https://a.example/x?page=2&token=REDACTED>; rel=\"next\", <https://a.example/x?token=REDACTED>; "
            + "rel=last; title=\"a?token=b\", </x?page=1>; rel=first",
        ]
      ])
  }

  @Test(
    "Of an answer's headers, those that a client uses are stored, however they are written; no other one is")
  func headers() async throws {
    let exchange = try await saved(headers: [
      "CACHE-CONTROL": "max-age=60", "Content-Type": "text/plain", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
      "ETag": "\"a?token=b\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "2",
      "x-total-count": "7", "Set-Cookie": "s=t0p", "Authorization": "t0p", "X-Request-Id": "9",
      "Content-Length": "0", "WWW-Authenticate": "Bearer",
    ])
    #expect(
      exchange.headers == [
        ["CACHE-CONTROL", "max-age=60"], ["Content-Type", "text/plain"],
        ["Date", "Sun, 06 Nov 1994 08:49:37 GMT"], ["ETag", "\"a?token=b\""],
        ["Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"], ["Retry-After", "2"], ["x-total-count", "7"],
      ])
  }

  @Test(
    "Members of JSON are left out by their names, at any depth, in what is sent and in what comes",
    arguments: [
      (#"{"password":"t0p"}"#, #"{"password":"REDACTED"}"#),
      (#"[{"a":[{"refreshToken":"t0p"}]}]"#, #"[{"a":[{"refreshToken":"REDACTED"}]}]"#),
      (#"{"tokens":["t0p",["t0p"],7]}"#, #"{"tokens":["REDACTED",["REDACTED"],7]}"#),
      (
        #"{"session":{"id":5,"title":"Tue","secret":"t0p"}}"#,
        #"{"session":{"id":5,"title":"Tue","secret":"REDACTED"}}"#
      ),
      (#"{"next":"https://u:p@a.example/?token=t0p"}"#, #"{"next":"https://a.example/?token=REDACTED"}"#),
      (#"["http://a.example/?b=1&sig=t0p"]"#, #"["http://a.example/?b=1&sig=REDACTED"]"#),
      (#"{"API-Key":"t0p"}"#, #"{"API-Key":"REDACTED"}"#),
      (#"{"jwt":"t0p","accessKey":["t0p"]}"#, #"{"jwt":"REDACTED","accessKey":["REDACTED"]}"#),
      (#"{"access":"eyJh.eyJz.c2ln","v":"eyJh.b"}"#, #"{"access":"REDACTED","v":"eyJh.b"}"#),
      (#"["a=eyJh.eyJz.c2ln&b=1"]"#, #"["a=REDACTED&b=1"]"#),
      (#"{"next":"/v1/@ada/x?token=t0p&page=2"}"#, #"{"next":"/v1/@ada/x?token=REDACTED&page=2"}"#),
      (#"{"next":"?page=2&token=t0p"}"#, #"{"next":"?page=2&token=REDACTED"}"#),
      (#"{"next":"articles?page=2&token=t0p"}"#, #"{"next":"articles?page=2&token=REDACTED"}"#),
      (#"{"next":"//u:p@a.example/x?token=t0p"}"#, #"{"next":"//a.example/x?token=REDACTED"}"#),
      (#"{"feed":"wss://u:p@a.example/x"}"#, #"{"feed":"wss://a.example/x"}"#),
      (#"{"done":"HTTPS://u:p@a.example/x"}"#, #"{"done":"HTTPS://a.example/x"}"#),
      (#"{"done":"app#access_token=t0p"}"#, #"{"done":"app#access_token=REDACTED"}"#),
    ])
  func members(_ json: String, _ stored: String) async throws {
    let exchange = try await saved(sent: json, body: Array(json.utf8))
    #expect(exchange.sent == stored)
    #expect(exchange.text == stored)
    #expect(exchange.base64 == nil)
  }

  @Test("In a batch, the requests and answers that are its items have no secrets either")
  func batch() async throws {
    let sent =
      #"{"batch":[{"uri":"/sessions?api_key=t0p&a=1","method":"POST","headers":{"Cookie":"s=t0p","#
      + #""Content-Type":"application/json"},"body":"{\"mail\":\"ada@a.example\",\"password\":\"t0p\"}"}]}"#
    let body = #"[{"code":200,"body":"{\"access_token\":\"t0p\",\"id\":7}","headers":{"Set-Cookie":"t0p"}}]"#
    let exchange = try await saved(sent: sent, body: Array(body.utf8))
    #expect(
      exchange.sent
        == #"{"batch":[{"uri":"/sessions?api_key=REDACTED&a=1","method":"POST","headers":{"Cookie":"REDACTED-2","#
        + #""Content-Type":"application/json"},"body":"{\"mail\":\"ada@a.example\","#
        + #"\"password\":\"REDACTED\"}"}]}"#)
    #expect(
      exchange.text
        == #"[{"code":200,"body":"{\"access_token\":\"REDACTED\",\"id\":7}","#
        + #""headers":{"Set-Cookie":"REDACTED"}}]"#)
  }

  @Test("In a batch, bodies that are forms have no secrets either")
  func formsOfBatch() async throws {
    let sent =
      #"{"batch":[{"uri":"/sessions","method":"POST","body":"user=ada&password=t0p%21&x==","#
      + #""headers":{"Accept":"text/html;q=0.9"}}]}"#
    let body = #"[{"code":200,"body":"access_token=t0p&scope=&a"},{"code":200,"body":"see token=b"}]"#
    let exchange = try await saved(sent: sent, body: Array(body.utf8))
    #expect(
      exchange.sent
        == #"{"batch":[{"uri":"/sessions","method":"POST","body":"user=ada&password=REDACTED&x==","#
        + #""headers":{"Accept":"text/html;q=0.9"}}]}"#)
    #expect(
      exchange.text
        == #"[{"code":200,"body":"access_token=REDACTED&scope=&a"},{"code":200,"body":"see token=b"}]"#)
  }

  @Test("A form may have what URLs have, and is one all the same")
  func formsLikeURLs() async throws {
    let body =
      #"["back=https://u:p@a.example/cb?token=t0p&client_secret=s3c","password=t0p?&x=a/b#c","#
      + #""articles?page=2&token=s3c","a=1&=&b"]"#
    #expect(
      try await saved(body: Array(body.utf8)).text
        == #"["back=https://a.example/cb?token=REDACTED&client_secret=REDACTED-2","#
        + #""password=REDACTED-3&x=a/b#c","articles?page=2&token=REDACTED-2","a=1&=&b"]"#)
  }

  @Test("In a batch, every link of a header is cleaned by itself, too")
  func linksOfBatch() async throws {
    let body =
      #"[{"code":200,"headers":{"Link":"<https://u:p@a.example/x?token=t0p&page=2>; rel=\"next\", "#
      + #"</x?token=t0p>; rel=first"},"body":"<a href=\"/x?token=b\">"}]"#
    #expect(
      try await saved(body: Array(body.utf8)).text
        == #"[{"code":200,"headers":{"Link":"<https://a.example/x?token=REDACTED&page=2>; rel=\"next\", "#
        + #"</x?token=REDACTED>; rel=first"},"body":"<a href=\"/x?token=b\">"}]"#)
  }

  @Test(
    "JSON without a secret stays as it was written",
    arguments: [
      #"{ "tokens_left" : 7, "is_secret": true, "password": null }"#, #"{"keyword": "tin", "author": "Ada"}"#,
      #"["1.50", 1.50, "see https://a.example/?token=b"]"#,
    ])
  func unchanged(_ json: String) async throws {
    let exchange = try await saved(sent: json, body: Array(json.utf8))
    #expect(exchange.sent == json)
    #expect(exchange.text == json)
  }

  @Test("JSON with a byte order mark has no secrets either, and stays as it was written without them")
  func byteOrderMark() async throws {
    let secret = "\u{FEFF}" + #"{"access_token":"t0p","id":7}"#
    let exchange = try await saved(sent: secret, body: Array(secret.utf8))
    #expect(exchange.sent == #"{"access_token":"REDACTED","id":7}"#)
    #expect(exchange.text == #"{"access_token":"REDACTED","id":7}"#)
    let plain = "\u{FEFF}" + #"{ "id" : 7 }"#
    #expect(try await saved(body: Array(plain.utf8)).text?.utf8.elementsEqual(plain.utf8) == true)
  }

  @Test("Newline-delimited JSON has no secrets either, and stays as it was written without them")
  func lines() async throws {
    let secret = "{\"token\":\"t0p\",\"id\":1}\r\n{\"id\":2,\"token\":\"s3c\"}\n"
    #expect(
      try await saved(body: Array(secret.utf8)).text
        == "{\"token\":\"REDACTED\",\"id\":1}\n{\"id\":2,\"token\":\"REDACTED-2\"}\n")
    for plain in ["{ \"id\": 1 }\r\n\n{\"id\":2}", "{\"token\":\"t0p\"}\nno JSON"] {
      #expect(try await saved(body: Array(plain.utf8)).text?.utf8.elementsEqual(plain.utf8) == true)
    }
  }

  @Test("JSON texts one after another have no secrets either, whatever is between them, and stay as written")
  func texts() async throws {
    let secret = "\u{FEFF}{\n \"token\": \"t0p\"\n}\n[\n{\"token\":\"s3c\",\"a\":\"}\\\"[\"}] {\"id\":3}"
    #expect(
      try await saved(body: Array(secret.utf8)).text
        == "{\"token\":\"REDACTED\"}\n[{\"token\":\"REDACTED-2\",\"a\":\"}\\\"[\"}]\n {\"id\":3}\n")
    for plain in ["{\n \"id\": 1\n}\n\n{\"id\":2} {\"id\":3}", "7\n\"a\"\n", "{\"token\":\"t0p\"}]\n{}"] {
      #expect(try await saved(body: Array(plain.utf8)).text?.utf8.elementsEqual(plain.utf8) == true)
    }
  }

  @Test("JSON with bytes that are no text has no secrets either")
  func noText() async throws {
    let secret = Array(#"{"access_token":"t0p","name":"Ren"#.utf8) + [0xE9] + Array(#""}"#.utf8)
    let exchange = try await saved(body: secret)
    #expect(exchange.text == "{\"access_token\":\"REDACTED\",\"name\":\"Ren\u{FFFD}\"}")
    #expect(exchange.base64 == nil)
    let plain: [UInt8] = [0x22, 0xE9, 0x22]
    #expect(try await saved(body: plain).base64 == "Iuki")
  }

  @Test("JSON with half of a surrogate pair, which is no text either, has no secrets, and stays without them")
  func halves() async throws {
    let secret = #"{"access_token":"t0p","a":"\ud83d","b":"\uDE00\\ud83d\ud83d\ude00","c":"\ud83d\u0041"}"#
    #expect(
      try await saved(body: Array(secret.utf8)).text
        == "{\"access_token\":\"REDACTED\",\"a\":\"\u{FFFD}\",\"b\":\"\u{FFFD}\\\\ud83d\u{1F600}\","
        + "\"c\":\"\u{FFFD}A\"}")
    for plain in [#"{ "a" : "\ud83d" }"#, #"{"token":"t0p","a":"\ud8"}"#, #""\ud83d"#] {
      #expect(try await saved(body: Array(plain.utf8)).text == plain)
    }
  }

  @Test("A body that is no JSON is stored unchanged where it comes, and left out where it is sent")
  func noJSON() async throws {
    let exchange = try await saved(sent: "password=t0p", body: Array("token: seen".utf8))
    #expect(exchange.sent == nil)
    #expect(exchange.text == "token: seen")
    let binary = try await saved(body: [0xFF, 0, 7])
    #expect(binary.text == nil)
    #expect(binary.base64 == "/wAH")
  }
}
