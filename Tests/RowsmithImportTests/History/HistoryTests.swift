import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

/// What the history of a database says, whoever writes.
struct HistoryTests {
  private let file: HistoryFile

  init() throws { file = try HistoryFile() }

  @Test func `a transaction has one token, and each record in it one entry`() throws {
    try file.importJSON(#"[{"name": "A"}, {"name": "B", "formed": 1}, {"name": "A", "formed": 2}]"#)
    #expect(try file.changes() == ["Band A inserted import", "Band B inserted import"])
    #expect(try file.counts() == (2, 1))
    try file.importJSON(#"{"name": "B", "formed": 3}"#)
    #expect(try file.counts() == (3, 2))
  }

  @Test func `what was changed since a token is the net of it`() throws {
    let first = try file.importJSON(#"[{"name": "A"}, {"name": "B"}, {"name": "C"}]"#)
    try file.importJSON(#"[{"name": "A", "formed": 1}, {"name": "D"}, {"name": "E"}]"#)
    try file.store.write { try $0.run("DELETE FROM Band WHERE name IN ('B', 'C', 'D')") }
    let last = try file.importJSON(#"[{"name": "C"}, {"name": "E", "formed": 1}]"#)
    #expect(
      try file.changes(since: first) == [
        "Band A updated import", "Band B deleted local", "Band C updated import", "Band E inserted import",
      ])
    #expect(try file.changes(since: last) == [])
    #expect(try file.store.changes(since: last).next == last)
  }

  @Test func `to note that many records are deleted is the same work for each of them`() throws {
    let bench = try EngineBench(
      """
      history: true
      entities: { Tag: { attributes: { id: Int } } }
      """)
    let tags = (0..<2000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
    try bench.importJSON("[\(tags)]", into: .entity("Tag"))
    var options = ImportOptions()
    options.policy = .mergeAndPrune
    let work = try bench.work {
      try bench.importJSON("[]", into: .entity("Tag"), options: options) {
        // As a store does: all of it has one token.
        try bench.connection.run("UPDATE _rowsmith_history_state SET token = token + 1, open = 1")
      }
    }
    #expect(work < 100)
    #expect(try bench.rows().isEmpty)
  }

  @Test func `what changes nothing has no token, and writes no page`() throws {
    let token = try file.importJSON(#"[{"name": "A"}]"#)
    let before = try file.store.read { try $0.rows("PRAGMA data_version") }
    let version = try FileManager.default.attributesOfItem(atPath: file.path + "-wal")[.size] as? Int
    #expect(try file.importJSON(#"[{"name": "A"}]"#) == token)
    try file.store.write { _ in }
    var options = ImportOptions()
    options.isDryRun = true
    #expect(try file.importJSON(#"[{"name": "B"}]"#, "Band", options) == token)
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try file.store.write { db in
        try db.run("DELETE FROM Band")
        throw Failure()
      }
    }
    #expect(try file.store.historyToken() == token)
    #expect(before.count == 1 && version != nil)
    #expect(try file.changes() == ["Band A inserted import"])
  }

  @Test func `a write that changes nothing is no change for other processes`() async throws {
    let token = try file.importJSON(#"[{"name": "A"}]"#)
    let other = try Store(.file(file.path), schema: file.store.schema)
    let store = file.store
    try await other.checkForExternalChanges()
    try await store.write { _ in }
    #expect(try await other.checkForExternalChanges() == false)
    for sql in [
      "DELETE FROM Band WHERE name = 'no'", " -- none\n update Band SET formed = 1 WHERE name = 'no'",
      "WITH a AS (SELECT 'no' AS name) DELETE FROM Band WHERE name IN a",
    ] {
      try await store.write { try $0.execute(sql: sql) }
      #expect(try await other.checkForExternalChanges() == false, "\(sql)")
    }
    // What is no row is written all the same.
    for sql in ["PRAGMA user_version = 7", "CREATE TABLE Other (a)", "ANALYZE"] {
      try await store.write { try $0.execute(sql: sql) }
      #expect(try await other.checkForExternalChanges(), "\(sql)")
    }
    #expect(try await store.historyToken() == token)
    let tables = try await other.read { try $0.rows("SELECT 1 FROM sqlite_master WHERE name = 'Other'") }
    #expect(tables.count == 1)
  }

  @Test func `inserted and deleted in one transaction is nothing, deleted and inserted an update`() throws {
    let token = try file.importJSON(#"[{"name": "A"}]"#)
    try file.store.write { db in
      try db.run("INSERT INTO Band (name) VALUES ('B')")
      try db.run("UPDATE Band SET formed = 1 WHERE name = 'B'")
      try db.run("DELETE FROM Band")
      try db.run("INSERT INTO Band (name) VALUES ('A')")
    }
    #expect(try file.changes(since: token) == ["Band A updated local"])
    #expect(try file.counts() == (2, 2))
  }

  @Test func `what the app's own SQL replaces is deleted, or updated if the key is the same`() throws {
    let file = try HistoryFile(
      """
      rowsmith: 1
      history: true
      entities: { Band: { PrimaryKey: name, unique: [[mail]], attributes: { name: String, mail: String } } }

      """)
    let token = try file.importJSON(
      #"[{"name": "A", "mail": "x"}, {"name": "C", "mail": "z"}, {"name": "D", "mail": "d"}]"#)
    try file.store.write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO Band (name, mail) VALUES ('B', 'x'), ('C', 'y')")
      try db.execute(sql: "UPDATE OR REPLACE Band SET mail = 'd' WHERE name = 'C'")
    }
    #expect(
      try file.changes(since: token) == [
        "Band A deleted local", "Band B inserted local", "Band C updated local", "Band D deleted local",
      ])
  }

  @Test func `others are noted too, each row under a token of its own, all of a transaction at once`() throws
  {
    let token = try file.importJSON(#"[{"name": "A"}, {"name": "B"}, {"name": "C"}]"#)
    try file.runElsewhere(
      """
      BEGIN; INSERT INTO Band (name) VALUES ('D'); UPDATE Band SET formed = formed; UPDATE Band SET formed = 1 WHERE name = 'A';
      UPDATE Band SET name = 'Z' WHERE name = 'B'; DELETE FROM Band WHERE name = 'C'; COMMIT
      """)
    #expect(
      try file.changes(since: token) == [
        "Band A updated external", "Band B deleted external", "Band C deleted external",
        "Band D inserted external", "Band Z inserted external",
      ])
    #expect(try file.counts() == (8, 5))
    let next = try file.store.historyToken()
    try file.importJSON(#"[{"name": "Q"}]"#)
    #expect(try file.changes(since: next) == ["Band Q inserted import"])
  }

  @Test func `a token of before the first row is good for all that comes`() throws {
    let token = try file.store.historyToken()
    try file.importJSON(#"[{"name": "A"}]"#)
    #expect(try file.changes(since: token) == ["Band A inserted import"])
  }

  @Test func `the origin is what the writer says`() throws {
    var options = ImportOptions()
    options.origin = ChangeOrigin("pull")
    try file.importJSON(#"[{"name": "A"}]"#, "Band", options)
    try file.store.write { db in
      try db.run("INSERT INTO Band (name) VALUES ('B')")
      _ = try db.withOrigin(ChangeOrigin("undo")) { try db.run("INSERT INTO Band (name) VALUES ('C')") }
      try db.run("INSERT INTO Band (name) VALUES ('D')")
    }
    #expect(
      try file.changes() == [
        "Band A inserted pull", "Band B inserted local", "Band C inserted undo", "Band D inserted local",
      ])
  }

  @Test func `equal values are no change of a table with very many columns either`() throws {
    let attributes = (0..<1900).map { "c\($0): Int?" }.joined(separator: ", ")
    let file = try HistoryFile(
      """
      rowsmith: 1
      history: true
      entities: { Wide: { PrimaryKey: id, attributes: { id: Int, \(attributes) } } }

      """)
    let token = try file.importJSON(#"[{"id": 1, "c0": 1}]"#, "Wide")
    try file.runElsewhere("UPDATE Wide SET c0 = c0")
    #expect(try file.changes(since: token) == [])
    try file.runElsewhere("UPDATE Wide SET c1899 = 2")
    #expect(try file.changes(since: token) == ["Wide 1 updated external"])
  }

  @Test func `a list of links is part of the record that owns it`() throws {
    let token = try file.importJSON(#"[{"name": "A", "tags": [{"id": 1}, {"id": 2}]}, {"name": "B"}]"#)
    #expect(
      try file.changes() == [
        "Band A inserted import", "Band B inserted import", "Tag 1 inserted import", "Tag 2 inserted import",
      ])
    try file.importJSON(#"[{"name": "B", "tags": [1]}]"#)
    #expect(try file.changes(since: token) == ["Band B updated import"])
    let next = try file.store.historyToken()
    try file.store.write { try $0.run("DELETE FROM Band_tags WHERE source = 'A'; ") }
    #expect(try file.changes(since: next) == ["Band A updated local"])
  }

  @Test func `keys of several parts, bytes in them, and rows without a key`() throws {
    try file.importJSON(#"[{"band": "A", "disc": "AAEC", "title": "x"}]"#, "Track")
    try file.importJSON(#"[{"text": "a"}, {"text": "b"}]"#, "Note")
    let changes = try file.store.changes(since: nil).changes
    #expect(changes.map(\.entity) == ["Note", "Note", "Track"])
    #expect(changes.last?.key == [.text("A"), .blob([0, 1, 2])])
    #expect(changes.prefix(2).map(\.key) == [[.integer(1)], [.integer(2)]])
  }

  @Test func `a large import into empty tables notes the same as a small one, behind the rows`() throws {
    let rows = (0..<400).map { index in
      #"{"name": "band \#(index % 300)", "formed": \#(index), "tags": [{"id": \#(index % 7), "label": "\#(index)"}]}"#
    }
    let json = "[\(rows.joined(separator: ", "))]"
    try file.importJSON(json)
    let late = try HistoryFile()
    var options = ImportOptions()
    options.lateIndexBytes = 0
    try late.importJSON(json, "Band", options)
    #expect(try late.changes() == file.changes())
    #expect(try late.changes().count == 307)
    #expect(try late.counts() == file.counts())
    // The triggers are there again.
    let token = try late.store.historyToken()
    try late.runElsewhere("DELETE FROM Band WHERE name = 'band 5'; UPDATE Tag SET label = 'x' WHERE id = 3")
    #expect(try late.changes(since: token).contains("Tag 3 updated external"))
    #expect(try late.changes(since: token).contains("Band band 5 deleted external"))
  }

  @Test func `tables that were emptied before a large import in the same transaction`() throws {
    let token = try file.importJSON(#"[{"name": "A"}, {"name": "B"}]"#)
    var options = ImportOptions()
    options.lateIndexBytes = 0
    try file.store.write { db in
      try db.deleteAllData()
      try db.importJSON(.string(#"[{"name": "B"}, {"name": "C"}]"#), into: .entity("Band"), options: options)
    }
    #expect(
      try file.changes(since: token) == [
        "Band A deleted local", "Band B updated import", "Band C inserted import",
      ])
  }

  @Test func `real numbers in a key of several parts keep their last bits`() throws {
    let file = try HistoryFile(
      """
      rowsmith: 1
      history: true
      defaults: { MergePolicy: Merge }
      entities: { A: { PrimaryKey: [x, s], attributes: { x: Double, s: String } } }

      """)
    try file.importJSON(#"[{"x":0.3,"s":"q"},{"x":0.30000000000000004,"s":"q"}]"#, "A")
    let keys = Set(try file.store.changes(since: nil).changes.map(\.key))
    let (lesser, greater): ([StoredValue], [StoredValue]) = (
      [.real(0.3), .text("q")], [.real(0.1 + 0.2), .text("q")]
    )
    #expect(keys == [lesser, greater])
  }
}
