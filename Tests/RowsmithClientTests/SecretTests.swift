import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Secrets are in nothing that is printed")
struct SecretTests {
  static let secret = "t0psecret"

  /// All ways to print a value.
  func printed(_ value: Any) -> String {
    var text = "\(value)\(String(reflecting: value))"
    dump(value, to: &text)
    return text
  }

  @Test("Neither in tokens, authentication, headers, options or the client")
  func values() async throws {
    let secret = SecretTests.secret
    let tokens = BearerAuthentication.Tokens(access: secret, refresh: secret)
    let bearer = BearerAuthentication(tokens: tokens)
    var options = ClientOptions()
    options.authentication = bearer
    options.headers = ["X-Key": secret]
    let client = try News.client(
      [News.articles()], transport: AnyTransport { _ in throw CancellationError() }
    ) {
      $0.authentication = bearer
      $0.headers = ["X-Key": secret]
    }
    var request = HTTPRequest(method: "GET", url: "https://example.com")
    await bearer.authorize(&request)
    let basic = BasicAuthentication(user: "me", password: secret)
    var basicRequest = request
    basic.authorize(&basicRequest)
    let encoded = Data("me:\(secret)".utf8).base64EncodedString()
    let values: [Any] = [
      tokens, bearer, basic, options, client, request, basicRequest, request.headers,
      CallOptions(headers: ["A": secret]), BearerAuthentication.Renewal.renewed(tokens),
      AnswerHead(status: 401, headers: ["Set-Cookie": secret]),
    ]
    for value in values {
      let text = printed(value)
      #expect(!text.contains(secret) && !text.contains(encoded), "\(type(of: value))")
    }
  }

  @Test("Neither in errors, whatever the server said of them", arguments: [401, 500, 200])
  func errors(_ status: Int) async throws {
    let secret = SecretTests.secret
    let server = StubTransport()
    server.stub("GET", "articles", status: status, json: "<p>\(secret)</p>", headers: ["Set-Cookie": secret])
    let route = News.articles { $0.query = [.init(name: "key", argument: "key", type: .string)] }
    let client = try News.client([route], transport: server) {
      $0.baseURL = "https://me:\(secret)@news.example.com/v1"
      $0.authentication = BearerAuthentication(tokens: .init(access: secret))
    }
    let error = try #require(
      await #expect(throws: ClientError.self) { try await client.articles(query: ["key": .text(secret)]) })
    #expect(!printed(error).contains(secret))
    #expect(!error.localizedDescription.contains(secret))
    #expect(error.request == "GET https://news.example.com/v1/articles")
  }

  @Test("Nor in the error for an address of another server")
  func otherServer() async throws {
    let exchange = try ServerExchange(
      baseURL: "https://news.example.com", transport: StubTransport(), options: ClientOptions())
    let url = "https://me:\(SecretTests.secret)@files.example.com/a?signature=\(SecretTests.secret)"
    let error = try #require(
      await #expect(throws: ClientError.self) { try await exchange.send("GET", url, isRepeatable: true) })
    #expect(!printed(error).contains(SecretTests.secret))
    #expect(error.message.contains("'https://files.example.com/a'"))
  }

  @Test(
    "Nor in the error for an address that is none",
    arguments: [
      ("https://me:\(SecretTests.secret)@news.example.com/v1?page", "https://me@news.example.com/v1?page"),
      ("https://me:#\(SecretTests.secret)@news.example.com", "https://me@news.example.com"),
      ("me:\(SecretTests.secret)@news.example.com/v1", "me@news.example.com/v1"),
      ("https:/me:\(SecretTests.secret)@news.example.com", "https@news.example.com"),
      ("https://me:\(SecretTests.secret)/x@news.example.com", "https://me@news.example.com"),
      ("https://me:#/\(SecretTests.secret)@news.example.com", "https://me@news.example.com"),
      ("http://localhost:8080/?mail=a@b", "http://localhost:8080/?mail=a@b"),
      ("http://[::1]:8080/?mail=a@b", "http://[::1]:8080/?mail=a@b"),
    ])
  func address(_ url: String, _ shown: String) throws {
    let thrown = #expect(throws: ClientError.self) {
      try News.client([News.articles()], transport: StubTransport()) { $0.baseURL = url }
    }
    let error = try #require(thrown)
    #expect(!printed(error).contains(SecretTests.secret))
    #expect(error.message.hasPrefix("'\(shown)' is not the address of a server"))
  }
}
