import Foundation
import Rowsmith
import TestSupport
import Testing

@testable import RowsmithCommand

/// Tokens and other headers on the command line.
struct SecretTests {
  private let model: ServerModel

  init() async throws { model = try await ServerModel() }

  /// A token that the server takes.
  private func token() async throws -> String {
    let server = try await TestServer.shared()
    let data = try await server.exchange(
      "POST", "/secure/sessions", Array(#"{"username": "ann", "password": "secret"}"#.utf8))
    let json = try JSONValue(parsing: String(decoding: data, as: UTF8.self))
    guard case .string(let token)? = json["access_token"] else { throw TestServer.Failure("no token") }
    return token
  }

  private func command(_ options: String) -> String {
    "$R fetch tags --model Server.yml --into a.sqlite \(model.base("secure").joined(separator: " ")) \(options)"
  }

  @Test
  func `a token comes from the environment, or with other headers from a file`() async throws {
    let token = try await token()
    let outcome = try RowsmithProcess.shell(
      "TOKEN=\(token) \(command("--token-env TOKEN"))", in: model.folder)
    #expect(outcome.status == 0)
    try model.folder.write("# who we are\n\nAuthorization: Bearer \(token)\r\nX-Seq:  1 \n", to: "headers")
    let other = try RowsmithProcess.shell(command("--header-file headers"), in: model.folder)
    #expect(other.status == 0)
    #expect(other.diagnostics == "")
  }

  @Test
  func `headers, the body of a call and a model may come through a pipe`() async throws {
    let token = try await token()
    try model.folder.write("Authorization: Bearer \(token)\n", to: "headers")
    let fetched = try RowsmithProcess.shell(
      "cat headers | \(command("--header-file /dev/stdin"))", in: model.folder)
    #expect(fetched.status == 0)
    #expect(fetched.diagnostics == "")
    let checked = try RowsmithProcess.shell("cat Server.yml | $R check /dev/stdin", in: model.folder)
    #expect(checked.status == 0)
    #expect(checked.diagnostics == "")
    let server = model.base("secure").joined(separator: " ")
    let sent = try RowsmithProcess.shell(
      "printf '{\"username\": \"ann\", \"password\": \"secret\"}' | "
        + "$R send logIn --model Server.yml --from a.sqlite \(server) --body /dev/fd/3 3<&0 </dev/null",
      in: model.folder)
    #expect(sent.status == 0)
    #expect(sent.diagnostics == "")
  }

  @Test
  func `a token is in no message and not in the database, be it refused or wait in the queue`() async throws {
    let secret = "tok-\(freshNumber())"
    let refused = try RowsmithProcess.shell(
      "TOKEN=\(secret) \(command("--token-env TOKEN"))", in: model.folder)
    #expect(refused.status == 1)
    #expect(refused.diagnostics.contains("the user has to log in again"))
    #expect(!(refused.output + refused.diagnostics).contains(secret))
    try model.load(#"[{"id": -5, "name": "new"}]"#, "Tag")
    let waiting = try model.send(
      ["createTag", "--key", "-5", "--header", "X-Key: \(secret)"], base: ServerModel.nowhere)
    #expect(waiting.status == 0)
    #expect(try model.queue(["list"]).output.contains("createTag"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: model.folder.file("a.sqlite")))
    #expect(bytes.range(of: Data(secret.utf8)) == nil)
  }

  @Test(arguments: [
    ("no colon, a secret", "h:1: expected NAME: VALUE, found no colon"),
    ("X-A: b\nX Y: a secret", "h:2: what is before the colon is not the name of a header"),
    (": a secret", "h:1: what is before the colon is not the name of a header"),
    ("X-A: a secret\u{1}", "h:1: the value of 'X-A' has a control character in it"),
  ])
  func `a line that is no header is refused without repeating it`(text: String, message: String) {
    #expect {
      try HeaderSyntax.fields(of: text, file: "h")
    } throws: { ($0 as? UsageError)?.message == message }
  }

  @Test
  func `what a server says cannot command the terminal`() throws {
    let body = #"{"error": {"error_description": "no\u001b[2J way\u202e"}}"#
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write(
        Array(
          "HTTP/1.1 400 Bad\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            .utf8))
    }
    let outcome = try model.fetch(["tags"], base: ["--base", server.url("/api")])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains(#"the server answered 400: no\u001b[2J way\u202e"#))
    #expect(!outcome.diagnostics.unicodeScalars.contains("\u{1B}"))
  }
}
