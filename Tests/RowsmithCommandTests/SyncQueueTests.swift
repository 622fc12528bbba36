import Foundation
import Rowsmith
import TestSupport
import Testing

/// What a sync leaves in the queue, by `rowsmith queue`.
struct SyncQueueTests {
  private let model: SyncModel

  /// A database with a record that Kinto does not take, as its key is no id, and one that it does.
  init() async throws {
    model = try await SyncModel()
    try model.load("one", #"[{"name": "no id"}, {"name": "zoo"}]"#, "Label")
  }

  private func labels() throws -> [String] {
    try RowsmithProcess.run(
      ["export", "--model", "Todo.yml", "--from", "one.sqlite", "--entity", "Label", "--ndjson"],
      in: model.folder
    ).output.split(separator: "\n").map(String.init)
  }

  @Test
  func `what is refused is set aside and listed with its words, and the rest goes on`() throws {
    let outcome = try model.sync("one")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("1 pushed, 0 merged, 1 set aside"))
    #expect(outcome.diagnostics.hasPrefix("error: Label 'no id' is set aside: "))
    #expect(outcome.diagnostics.hasSuffix("; rowsmith queue list shows it\n"))
    let lines = try model.run("queue", "one", ["list"]).output.split(separator: "\n")
    #expect(lines[0].hasPrefix("request  route         record       state    attempts  since"))
    #expect(lines[1].hasPrefix("      1  sync: create  Label no id  refused  "))
    let list = try JSONValue(parsing: try model.run("queue", "one", ["list", "--format", "json"]).output)
    let item = try #require(list.elements.first)
    #expect(item["sync"] == "create")
    #expect(item["entity"] == "Label")
    #expect(item["id"] == "no id")
    #expect(item["state"] == "refused")
    // It is not tried again by itself, and that is no failure of the next sync.
    #expect(try model.sync("one").status == 0)
    #expect(try model.sync("one", ["--dry-run"]).output.contains("create  set aside ("))
  }

  @Test
  func `what is retried is sent again by the next sync`() throws {
    _ = try model.sync("one")
    let retry = try model.run("queue", "one", ["retry", "1"])
    #expect(retry.status == 0)
    #expect(retry.output == "Label 'no id' waits again; rowsmith sync sends it\n")
    #expect(try model.run("queue", "one", ["list"]).output == "nothing waits\n")
    #expect(try model.sync("one").output.contains("1 set aside"))
  }

  @Test(arguments: [["drop", "1"], ["drop", "--all"]])
  func `what is dropped is taken back`(arguments: [String]) throws {
    _ = try model.sync("one")
    let outcome = try model.run("queue", "one", arguments)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("reset to the last version from the server"))
    #expect(try labels() == [#"{"name":"zoo"}"#])
    #expect(try model.run("queue", "one", ["list"]).output == "nothing waits\n")
    #expect(try model.sync("one").status == 0)
  }

  @Test
  func `flush leaves them to a sync`() throws {
    _ = try model.sync("one")
    let outcome = try model.run("queue", "one", ["flush"])
    #expect(outcome.status == 1)
    #expect(
      outcome.diagnostics == """
        note: 1 request is of a sync; rowsmith sync sends what synchronises
        error: the model has no routes, so no call waits; rowsmith sync sends what synchronises

        """)
    #expect(try model.run("queue", "one", ["retry", "7"]).status == 1)
  }
}
