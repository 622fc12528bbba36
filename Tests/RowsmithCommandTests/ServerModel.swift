import Foundation
import TestSupport

/// The model of the test server, and a database of it in a folder of its own.
struct ServerModel {
  let folder: Folder
  private let server: TestServer

  /// A server with rows that no test changes.
  static let unchanged = Task { try await TestServer.start(["--tls", "--seed", "10"]) }

  /// The model of the test server, at the server that the tests of this process share, or at another one.
  init(_ server: TestServer? = nil) async throws {
    if let server { self.server = server } else { self.server = try await TestServer.shared() }
    folder = try Folder()
    let fixture = Repository.path("Tests/Fixtures/Server.yml")
    try folder.write(String(contentsOfFile: fixture, encoding: .utf8), to: "Server.yml")
  }

  /// Where nobody listens.
  static let nowhere = ["--base", "http://127.0.0.1:1/api", "--retries", "0"]

  /// The address of one of the server's zones.
  func base(_ zone: String = "api") -> [String] { ["--base", server.url("/\(zone)")] }

  /// Runs `rowsmith fetch`.
  func fetch(_ arguments: [String], base: [String]? = nil) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(
      ["fetch", "--model", "Server.yml", "--into", "a.sqlite"] + (base ?? self.base()) + arguments, in: folder
    )
  }

  /// Runs `rowsmith send`.
  func send(_ arguments: [String], base: [String]? = nil, input: String? = nil) throws
    -> RowsmithProcess.Outcome
  {
    try RowsmithProcess.run(
      ["send", "--model", "Server.yml", "--from", "a.sqlite"] + (base ?? self.base()) + arguments,
      input: input, in: folder)
  }

  /// Runs `rowsmith queue`.
  func queue(_ arguments: [String], base: [String]? = nil) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(
      ["queue", "--model", "Server.yml", "--from", "a.sqlite"] + (base ?? self.base()) + arguments, in: folder
    )
  }

  /// Imports a document into the database.
  func load(_ json: String, _ entity: String) throws {
    let outcome = try RowsmithProcess.run(
      ["import", "-", "--model", "Server.yml", "--into", "a.sqlite", "--entity", entity], input: json,
      in: folder)
    guard outcome.status == 0 else { throw TestServer.Failure(outcome.diagnostics) }
  }

  /// The records of an entity as lines of JSON.
  func export(_ entity: String) throws -> [String] {
    try RowsmithProcess.run(
      ["export", "--model", "Server.yml", "--from", "a.sqlite", "--entity", entity, "--ndjson"], in: folder
    ).output.split(separator: "\n").map(String.init)
  }
}

/// A number that no other test uses.
func freshNumber() -> Int { Int.random(in: 1_000_000...9_000_000_000) }
