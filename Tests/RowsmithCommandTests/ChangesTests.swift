import CSQLite
import Foundation
import Testing

/// `rowsmith changes`.
struct ChangesTests {
  private let small: SmallModel

  init() throws {
    small = try SmallModel(SmallModel.yaml.replacing("rowsmith: 1", with: "rowsmith: 1\nhistory: true"))
  }

  /// The changes without their times, and the token behind them.
  private func changes(_ arguments: [String] = []) throws -> (lines: [String], next: String) {
    let outcome = try RowsmithProcess.run(["changes", "small.sqlite"] + arguments, in: small.folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(outcome.diagnostics == "")
    var lines = outcome.output.split(separator: "\n").map(String.init)
    let last = lines.popLast() ?? ""
    #expect(last.hasPrefix(#"{"next":""#))
    let next = last.dropFirst(#"{"next":""#.count).dropLast(2)
    return (lines.map { $0.replacing(/,"at":"[-0-9]{10}T[0-9:.]{12}Z"}/, with: "}") }, String(next))
  }

  @Test
  func `what imports and others have changed, and the token for the next time`() throws {
    _ = try small.importJSON(
      #"[{"name": "A", "albums": [{"id": 1, "title": "x"}]}, {"name": "B"}]"#, ["--entity", "Band"])
    let (lines, token) = try changes()
    #expect(
      lines == [
        #"{"entity":"Album","key":1,"kind":"inserted","origin":"import"}"#,
        #"{"entity":"Band","key":"A","kind":"inserted","origin":"import"}"#,
        #"{"entity":"Band","key":"B","kind":"inserted","origin":"import"}"#,
      ])
    #expect(try changes(["--since", token]).lines == [])
    #expect(try changes(["--since", token]).next == token)
    _ = try small.importJSON(#"[{"album": 1, "disc": "a", "place": 2}]"#, ["--entity", "Track"])
    var handle: OpaquePointer?
    try #require(sqlite3_open(small.folder.file("small.sqlite"), &handle) == SQLITE_OK)
    try #require(sqlite3_exec(handle, "DELETE FROM Band WHERE name = 'B'", nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    #expect(
      try changes(["--since", token]).lines == [
        #"{"entity":"Band","key":"B","kind":"deleted","origin":"external"}"#,
        #"{"entity":"Track","key":[1,"a",2],"kind":"inserted","origin":"import"}"#,
      ])
  }

  @Test
  func `a token that is too old, or no token`() throws {
    _ = try small.importJSON(#"[{"name": "A"}]"#, ["--entity", "Band"])
    let outcome = try RowsmithProcess.run(["changes", "small.sqlite", "--since", "0000-1"], in: small.folder)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    let next = try changes().next
    #expect(
      outcome.diagnostics
        == "error: the token '0000-1' is from the history of another database, or from a later state of this one; "
        + "start over: take the token '\(next)', then read all records\n")
    let wrong = try RowsmithProcess.run(
      ["changes", "small.sqlite", "--since", "yesterday"], in: small.folder)
    #expect(wrong.status == 2)
  }

  @Test
  func `a database without a history, and none`() throws {
    let plain = try SmallModel()
    _ = try plain.importJSON(#"[{"name": "A"}]"#, ["--entity", "Band"])
    let outcome = try RowsmithProcess.run(["changes", "small.sqlite"], in: plain.folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.diagnostics.hasPrefix(
        "error: the database keeps no history: write `history: true` in its model"))
    let missing = try RowsmithProcess.run(["changes", "none.sqlite"], in: plain.folder)
    #expect(missing.diagnostics == "error: there is no database 'none.sqlite'\n")
    #expect(!plain.folder.has("none.sqlite"))
  }
}
