import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

/// How far back a history reaches.
struct HistoryEndTests {
  private func expectGone(_ file: HistoryFile, _ token: HistoryToken, _ words: String) throws {
    do {
      _ = try file.store.changes(since: token)
      Issue.record("the token is good")
    } catch let error as StoreError {
      #expect(error.reason == .historyGone)
      #expect(error.message.contains(words), "\(error.message)")
      let now = try file.store.historyToken()
      #expect(error.message.hasSuffix("start over: take the token '\(now)', then read all records"))
    }
  }

  @Test func `what is trimmed is gone, and tokens from before it`() throws {
    let file = try HistoryFile()
    let first = try file.importJSON(#"[{"name": "A"}]"#)
    try file.runElsewhere("UPDATE _rowsmith_history SET at = at - 100000")
    let second = try file.importJSON(#"[{"name": "B"}]"#)
    try file.store.trimHistory(olderThan: Date() - 1000)
    #expect(try file.changes(since: first) == ["Band B inserted import"])
    #expect(try file.changes().count == 2)
    try file.store.trimHistory(olderThan: Date() - 50)
    #expect(try file.changes().count == 1)
    #expect(try file.changes(since: first) == ["Band B inserted import"], "nothing since it is lost")
    try file.store.trimHistory(olderThan: Date() + 50)
    #expect(try file.changes(since: second) == [])
    try expectGone(file, first, "were deleted from the history")
    let third = try file.importJSON(#"[{"name": "C"}]"#)
    #expect(try file.changes(since: second) == ["Band C inserted import"])
    #expect(third != second)
  }

  @Test func `keep trims by itself`() throws {
    let file = try HistoryFile(HistoryFile.yaml.replacing("history: true", with: "history: { keep: 1h }"))
    let start = try file.store.historyToken()
    try file.importJSON(#"[{"name": "A"}]"#)
    try file.importJSON(#"[{"name": "B"}]"#)
    #expect(try file.changes().count == 2)
    try file.runElsewhere("UPDATE _rowsmith_history SET at = at - 7200000")
    try file.importJSON(#"[{"name": "C"}]"#)
    #expect(try file.changes() == ["Band C inserted import"])
    try expectGone(file, start, "were deleted from the history")
  }

  @Test func `the token of another database, or of a later state`() throws {
    let file = try HistoryFile()
    let other = try HistoryFile()
    try expectGone(file, try other.importJSON(#"[{"name": "A"}]"#), "another database")
    let now = try file.store.historyToken()
    try expectGone(file, HistoryToken(name: now.name, number: now.number + 1), "a later state of this one")
  }

  @Test func `a restored backup takes no token of what came after it`() throws {
    let file = try HistoryFile()
    try file.importJSON(#"[{"name": "A"}]"#)
    let copy = "\(file.path)-copy"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
    }
    try file.store.backUp(to: copy)
    let later = try file.importJSON(#"[{"name": "B"}]"#)
    let restored = try Store(.existingFile(copy), schema: file.store.schema)
    defer { restored.close() }
    for name in ["C", "D"] {
      try restored.importJSON(.string(#"[{"name": "\#(name)"}]"#), into: .entity("Band"))
    }
    let error = #expect(throws: StoreError.self) { try restored.changes(since: later) }
    #expect(error?.reason == .historyGone)
    #expect(error?.message.contains("another database") == true)
    let keys = try restored.changes(since: nil).changes.map(\.key)
    #expect(keys == [[.text("A")], [.text("C")], [.text("D")]])
    #expect(try file.changes(since: later) == [], "the database keeps its history")
  }

  @Test func `a change of the model is where everybody starts over`() throws {
    let file = try HistoryFile()
    let token = try file.importJSON(#"[{"name": "A"}]"#)
    let wider = try file.reopened(
      HistoryFile.yaml.replacing("formed: Int?", with: "formed: Int?, ended: Int?"))
    try expectGone(wider, token, "the model has changed")
    let next = try wider.store.historyToken()
    try wider.importJSON(#"[{"name": "A", "ended": 1}]"#)
    #expect(try wider.changes(since: next) == ["Band A updated import"])
  }

  @Test func `a history goes on where no table changes, and behind a migration without work`() throws {
    let file = try HistoryFile()
    let token = try file.importJSON(#"[{"name": "A"}]"#)
    file.store.close()
    #expect(try Store.migrate(at: file.path, to: file.store.schema).plan.isEmpty)
    let renamed = try file.reopened(
      HistoryFile.yaml.replacing("formed: Int?", with: "formed: { type: Int?, ImportName: since }"))
    try renamed.importJSON(#"[{"name": "B", "since": 1}]"#)
    #expect(try renamed.changes(since: token) == ["Band B inserted import"])
    #expect(try renamed.changes() == ["Band A inserted import", "Band B inserted import"])
    try renamed.runElsewhere("UPDATE Band SET formed = 2")
    #expect(try renamed.changes(since: token) == ["Band A updated external", "Band B inserted external"])
  }

  @Test func `what is written without triggers makes everybody start over`() throws {
    let file = try HistoryFile()
    let token = try file.importJSON(#"[{"name": "A"}]"#)
    file.store.close()
    try file.runElsewhere("DROP TRIGGER _rowsmith_history_insert_Band; INSERT INTO Band (name) VALUES ('B')")
    let again = try file.reopened()
    try expectGone(again, token, "not recorded")
    let next = try again.store.historyToken()
    try again.runElsewhere("INSERT INTO Band (name) VALUES ('C')")
    #expect(try again.changes(since: next) == ["Band C inserted external"])
  }

  @Test func `who only reads starts over, too, as long as triggers are missing`() throws {
    let file = try HistoryFile()
    let token = try file.importJSON(#"[{"name": "A"}]"#)
    var options = StoreOptions()
    options.isReadOnly = true
    let reading = try Store(.file(file.path), schema: file.store.schema, options: options)
    defer { reading.close() }
    #expect(try reading.changes(since: token).changes.isEmpty)
    try file.runElsewhere("DROP TRIGGER _rowsmith_history_insert_Band; INSERT INTO Band (name) VALUES ('B')")
    let error = #expect(throws: StoreError.self) { try reading.changes(since: token) }
    #expect(error?.reason == .historyGone)
    #expect(error?.message.contains("lacks triggers of its history") == true)
    try expectGone(file, token, "lacks triggers of its history")
    let again = try file.reopened()
    try expectGone(again, token, "not recorded")
    #expect(try reading.changes(since: again.store.historyToken()).changes.isEmpty)
  }

  @Test func `without a history there is none, and what was noted is dropped with the wish for it`() throws {
    let plain = HistoryFile.yaml.replacing("history: true\n", with: "")
    let file = try HistoryFile()
    try file.importJSON(#"[{"name": "A"}]"#)
    let without = try file.reopened(plain)
    let triggers = try without.store.read {
      try $0.rows("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB '_rowsmith_history_*'")
    }
    #expect(triggers.isEmpty)
    try without.store.importJSON(.string(#"[{"name": "B"}]"#), into: .entity("Band"))
    #expect(throws: StoreError.self) { try without.store.changes(since: nil) }
    #expect(throws: StoreError.self) { try without.store.historyToken() }
    let never = try HistoryFile(plain)
    #expect(throws: StoreError.self) { try never.store.changes(since: nil) }
    #expect(throws: StoreError.self) { try never.store.trimHistory(olderThan: .now) }
  }

  @Test func `a database with rows begins its history when its model says so`() throws {
    let before = try HistoryFile(HistoryFile.yaml.replacing("history: true\n", with: ""))
    try before.store.importJSON(.string(#"[{"name": "A"}]"#), into: .entity("Band"))
    let file = try before.reopened()
    #expect(try file.changes() == [])
    try file.importJSON(#"[{"name": "A", "formed": 1}]"#)
    #expect(try file.changes() == ["Band A updated import"])
    let empty = try HistoryFile()
    try expectGone(file, try empty.store.historyToken(), "another database")
  }

  @Test func `a token from inside a write hides no later change`() throws {
    let file = try HistoryFile()
    let first = try file.importJSON(#"[{"name": "A"}]"#)
    let inside = try file.store.write { try $0.historyToken() }
    #expect(inside == first)
    try file.importJSON(#"[{"name": "B"}]"#)
    #expect(try file.changes(since: inside) == ["Band B inserted import"])
    let now = try file.store.historyToken()
    let next = try file.store.write { db in
      try db.run("INSERT INTO Band (name) VALUES ('C')")
      let token = try db.changes(since: now).next
      try db.run("INSERT INTO Band (name) VALUES ('D')")
      return token
    }
    #expect(try file.changes(since: next) == ["Band C inserted local", "Band D inserted local"])
  }

  @Test func `a write that also trims the history leaves a current token that is good`() throws {
    let file = try HistoryFile()
    let first = try file.importJSON(#"[{"name": "A"}]"#)
    try file.importJSON(#"[{"name": "B"}]"#)
    try file.store.write { db in
      try db.run("INSERT INTO Band (name) VALUES ('C')")
      try db.trimHistory(olderThan: Date() + 50)
    }
    let now = try file.store.historyToken()
    #expect(try file.changes(since: now) == [])
    #expect(try file.changes() == ["Band C inserted local"])
    try expectGone(file, first, "were deleted from the history")
    try file.importJSON(#"[{"name": "D"}]"#)
    #expect(try file.changes(since: now) == ["Band D inserted import"])
  }

  @Test(arguments: ["a-1", "5f3a09c1-42"])
  func `a token is text`(text: String) throws {
    let token = try #require(HistoryToken(text))
    #expect(token.description == text)
    let data = try JSONEncoder().encode([token])
    #expect(try JSONDecoder().decode([HistoryToken].self, from: data) == [token])
  }

  @Test(arguments: ["", "1", "a-", "-1", "a-01", "a-1-2", "a--1", "a-x", "a-99999999999999999999"])
  func `anything else is none`(text: String) {
    #expect(HistoryToken(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([HistoryToken].self, from: JSONEncoder().encode([text]))
    }
  }
}
