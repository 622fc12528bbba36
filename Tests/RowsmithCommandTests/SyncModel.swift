import Foundation
import TestSupport

/// A model that synchronises with a bucket of its own, and databases of it in a folder.
struct SyncModel {
  static let milk = "00000000-0000-4000-8000-000000000001"
  static let bread = "00000000-0000-4000-8000-000000000002"

  let folder: Folder
  let kinto: TestKinto

  init() async throws {
    kinto = try await TestKinto.shared(.memory)
    folder = try Folder()
    try folder.write(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      sync: { server: kinto, bucket: \(TestKinto.bucket()) }
      entities:
        Todo:
          sync: { conflict: { notes: manual, title: serverWins, tags: manual } }
          attributes: { id: UUID, title: String, notes: String?, count: Int?, tags: { type: "[String]", default: [] } }
        Label: { PrimaryKey: name, attributes: { name: String, color: String? } }

      """, to: "Todo.yml")
    try folder.write("secret\n", to: "password")
  }

  /// The options that name the server and the user.
  var login: [String] { ["--server", kinto.url, "--user", "alice", "--password-file", "password"] }

  /// Runs `rowsmith sync`.
  func sync(_ database: String, _ arguments: [String] = [], login: [String]? = nil) throws
    -> RowsmithProcess.Outcome
  {
    try RowsmithProcess.run(
      ["sync", "\(database).sqlite", "--model", "Todo.yml"] + (login ?? self.login) + arguments, in: folder)
  }

  /// Runs `rowsmith conflicts`, or `rowsmith queue`.
  func run(_ command: String, _ database: String, _ arguments: [String]) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(
      [command] + arguments + ["--model", "Todo.yml", "--from", "\(database).sqlite"], in: folder)
  }

  /// Imports records.
  func load(_ database: String, _ json: String, _ entity: String = "Todo") throws {
    let outcome = try RowsmithProcess.run(
      ["import", "-", "--model", "Todo.yml", "--into", "\(database).sqlite", "--entity", entity],
      input: json, in: folder)
    guard outcome.status == 0 else { throw TestServer.Failure(outcome.diagnostics) }
  }

  /// The records as lines of JSON.
  func export(_ database: String) throws -> [String] {
    try RowsmithProcess.run(
      ["export", "--model", "Todo.yml", "--from", "\(database).sqlite", "--entity", "Todo", "--ndjson"],
      in: folder
    ).output.split(separator: "\n").map(String.init)
  }
}
