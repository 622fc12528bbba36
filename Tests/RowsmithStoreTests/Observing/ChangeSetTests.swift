import Bands
import Foundation
import GitHub
import RowsmithSchema
import Testing

@testable import Rowsmith

/// What change sets say.
@Suite(.timeLimit(.minutes(30)))
struct ChangeSetTests {
  private let scratch = ScratchFile()
  private let store: Store
  private let sets: ChangeSets

  init() throws {
    store = try Store(.file(scratch.path), model: BandsModel())
    try store.write { db in
      try db.insert(Band(name: "Japan", formed: 1974))
      try db.insert(Album(name: "Tin Drum", released: .now, band: "Japan"))
    }
    sets = store.changes()
  }

  /// The changes that wait.
  private func taken() -> ChangeSet? { sets.takeWaiting() }

  @Test
  func `a transaction is one set, with what was inserted, updated and deleted`() async throws {
    try await store.write { db in
      try db.insert(Band(name: "Roxy Music", formed: 1970))
      _ = try db.update(Band(name: "Japan", formed: 1975))
      try db.insert(Musician(name: "Eno", born: 1948, instruments: ""))
      _ = try db.delete(Album.self, key: "Tin Drum")
    }
    let iterator = sets.makeAsyncIterator()
    let set = try #require(await iterator.next())
    #expect(try set.inserted(Band.self) == ["Roxy Music"])
    #expect(try set.updated(Band.self) == ["Japan"])
    #expect(try set.deleted(Album.self) == ["Tin Drum"])
    #expect(set.entities.map(\.entity) == ["Album", "Band", "Musician"])
    #expect(set.entities[2].inserted == [[.text("Eno")]])
    #expect(set.origins == [.local])
    #expect(set.isComplete && set.isComplete(Band.self))
    #expect(set.mayChange(Band.self) && !set.mayChange(BandMember.self))
    #expect(taken() == nil)
  }

  @Test
  func `an import comes with its report`() throws {
    let report = try store.importJSON(
      .string(#"[{"name": "Japan", "formed": 1}, {"name": "Roxy Music", "formed": 1970}]"#),
      into: .entity("Band"))
    let set = try #require(taken())
    #expect(try set.inserted(Band.self) == ["Roxy Music"])
    #expect(try set.updated(Band.self) == ["Japan"])
    #expect(set.origins == [.import])
    #expect(set.imports == [.init(target: .entity("Band"), report: report)])
  }

  @Test
  func `the reports of a transaction are forgotten when it has ended`() throws {
    let json = #"[{"name": "Japan", "formed": 1}]"#
    for isDryRun in [false, true] {
      var options = ImportOptions()
      options.isDryRun = isDryRun
      try store.importJSON(.string(json), into: .entity("Band"), options: options)
      #expect(try store.writer.run { $0.recorder?.mark } == 0)
    }
    try store.write { db in
      try db.importJSON(.string(json), into: .entity("Band"))
      try db.importJSON(.string(#"[{"name": "Roxy Music", "formed": 1970}]"#), into: .entity("Band"))
    }
    #expect(try store.writer.run { $0.recorder?.mark } == 0)
  }

  @Test
  func `an import inside a write is named, unless it was taken back`() throws {
    struct Stop: Error {}
    let report = try store.write { db in
      #expect(throws: Stop.self) {
        try db.savepoint { db in
          try db.importJSON(.string(#"{"name": "A", "formed": 1}"#), into: .entity("Band"))
          throw Stop()
        }
      }
      return try db.importJSON(.string(#"{"name": "B", "formed": 1}"#), into: .entity("Band"))
    }
    let set = try #require(taken())
    #expect(set.origins == [.import])
    #expect(set.imports == [.init(target: .entity("Band"), report: report)])
    #expect(try set.inserted(Band.self) == ["B"])
  }

  @Test
  func `what changes nothing gives no set`() throws {
    struct Stop: Error {}
    try store.write { _ = try $0.update(Band(name: "Japan", formed: 1974)) }
    try store.write { _ in }
    try store.write { try $0.raw("UPDATE Band SET formed = formed, name = name") }
    try store.write { db in
      try db.insert(Band(name: "A", formed: 1))
      _ = try db.update(Band(name: "A", formed: 2))
      _ = try db.delete(Band.self, key: "A")
    }
    try store.importJSON(.string(#"{"name": "Japan", "formed": 1974}"#), into: .entity("Band"))
    var options = ImportOptions()
    options.isDryRun = true
    try store.importJSON(.string(#"{"name": "B", "formed": 1974}"#), into: .entity("Band"), options: options)
    #expect(throws: ImportError.self) {
      try store.importJSON(.string(#"[{"name": "B", "formed": 1}, {}]"#), into: .entity("Band"))
    }
    #expect(throws: Stop.self) {
      try store.write { db in
        try db.insert(Band(name: "A", formed: 1))
        throw Stop()
      }
    }
    try store.write { db in
      #expect(throws: Stop.self) {
        try db.savepoint { db in
          try db.insert(Band(name: "A", formed: 1))
          throw Stop()
        }
      }
    }
    #expect(taken() == nil)
  }

  @Test
  func `a statement that fails half-way leaves nothing behind`() throws {
    try store.write { try $0.insert(Band(name: "X", formed: 1)) }
    _ = taken()
    try store.write { db in
      // The first row could be written, the second has a key that is there.
      #expect(throws: StoreError.self) {
        try db.raw("INSERT INTO Band (name, formed) VALUES ('Y', 1), ('X', 1)")
      }
      try db.insert(Band(name: "Z", formed: 1))
    }
    let set = try #require(taken())
    #expect(try set.inserted(Band.self) == ["Z"])
    #expect(set.entities.count == 1)
  }

  @Test
  func `cascades, replaced rows and whole tables are seen`() throws {
    try store.write { _ = try $0.delete(Band.self, key: "Japan") }
    var set = try #require(taken())
    #expect(try set.deleted(Band.self) == ["Japan"])
    #expect(try set.deleted(Album.self) == ["Tin Drum"])
    try store.write { try $0.raw("INSERT INTO Band (name, formed) VALUES ('A', 1), ('B', 2)") }
    _ = taken()
    try store.write { try $0.raw("INSERT OR REPLACE INTO Band (name, formed) VALUES ('A', 3)") }
    set = try #require(taken())
    #expect(try set.updated(Band.self) == ["A"])
    #expect(try set.inserted(Band.self) == [])
    try store.write { try $0.raw("UPDATE OR REPLACE Band SET name = 'A' WHERE name = 'B'") }
    set = try #require(taken())
    #expect(try set.updated(Band.self) == ["A"])
    #expect(try set.deleted(Band.self) == ["B"])
    try store.write { try $0.raw("DELETE FROM Band") }
    set = try #require(taken())
    #expect(try set.deleted(Band.self) == ["A"])
  }

  @Test
  func `a trigger of the app that writes to its own table fires once, and replaced rows are seen`() throws {
    try store.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER touched AFTER UPDATE ON Band
          BEGIN UPDATE Band SET hiatus = coalesce(hiatus, '') || 'x' WHERE name = new.name; END
          """)
      try db.execute(sql: "UPDATE Band SET formed = 1 WHERE name = 'Japan'")
    }
    _ = taken()
    try store.write { _ = try $0.update(Band(name: "Japan", formed: 2, hiatus: "x")) }
    #expect(try store.fetch(Band.find("Japan"))?.hiatus == "xx")
    #expect(try taken()?.updated(Band.self) == ["Japan"])
    try store.write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO Album (name, released) SELECT name, released FROM Album")
    }
    let set = try #require(taken())
    #expect(try set.updated(Album.self) == ["Tin Drum"])
    #expect(try set.inserted(Album.self) == [])
    // A trigger whose end was taken back is there again.
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try store.write { db in
        try db.execute(sql: "DROP TRIGGER touched")
        throw Stop()
      }
    }
    try store.write { _ = try $0.update(Band(name: "Japan", formed: 3, hiatus: "x")) }
    #expect(try store.fetch(Band.find("Japan"))?.hiatus == "xx")
  }

  @Test(arguments: [
    "replace(new.name, 'a', 'o')", "REPLACE /* ( */ (new.name, 'a', 'o')", "'replace' || ' it'",
  ])
  func `a trigger that calls the function replace replaces no rows, and fires once`(value: String) throws {
    try store.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER named AFTER UPDATE ON Band
          BEGIN UPDATE Band SET hiatus = coalesce(hiatus, '') || \(value) WHERE name = new.name; END
          """)
      try db.execute(sql: "UPDATE Band SET formed = 1, hiatus = replace('y', 'y', '') WHERE name = 'Japan'")
    }
    let once = try #require(try store.fetch(Band.find("Japan"))?.hiatus)
    _ = taken()
    try store.write { _ = try $0.update(Band(name: "Japan", formed: 2, hiatus: "")) }
    #expect(try store.fetch(Band.find("Japan"))?.hiatus == once)
    #expect(try taken()?.updated(Band.self) == ["Japan"])
  }

  @Test(arguments: [
    ("INSERT OR REPLACE INTO t VALUES (1)", true), ("replace\ninto t values (1)", true),
    ("UPDATE OR  REPLACE \"t\" SET a = 1", true),
    ("INSERT OR -- one\nREPLACE INTO t VALUES (1)", true), ("REPLACE /* one\ntwo */ INTO t VALUES (1)", true),
    ("UPDATE t SET a = replace(a, 'x', '') || 'replace'", false), ("SELECT replaced FROM t", false),
    ("UPDATE t SET a = 1 WHERE a > 1 OR replace(b, 'x', '') = ''", false),
    ("", false),
  ])
  func `what may replace rows is known`(sql: String, mayReplace: Bool) {
    #expect(ForeignSQL.mayReplaceRows(sql) == mayReplace)
  }

  @Test
  func `a key that changes is a record deleted and another inserted`() throws {
    try store.write { try $0.raw("UPDATE Band SET name = 'Rain Tree Crow'") }
    let set = try #require(taken())
    #expect(try set.deleted(Band.self) == ["Japan"])
    #expect(try set.inserted(Band.self) == ["Rain Tree Crow"])
    #expect(try set.updated(Band.self) == [])
  }

  @Test
  func `a record that becomes another entity of its family is updated for who asks for the family`() throws {
    let store = try RekeyModel.store()
    try store.take(#"[{"kind":"Dog","name":"a"},{"kind":"Dog","name":"b"},{"kind":"Cat","name":"d"}]"#, "Pet")
    let sets = store.changes()
    try store.write { db in
      try db.importJSON(
        .string(#"[{"kind":"Cat","name":"a"},{"kind":"Cat","name":"c"}]"#), into: .entity("Pet"))
      try db.raw("DELETE FROM Pet WHERE name = 'd'")
    }
    let set = try #require(sets.takeWaiting())
    #expect(try set.updated(Pet.self) == ["a"])
    #expect(try set.inserted(Pet.self) == ["c"])
    #expect(try set.deleted(Pet.self) == ["d"])
    #expect(try set.deleted(Dog.self) == ["a"])
    #expect(try set.inserted(Dog.self).isEmpty && set.updated(Dog.self).isEmpty)
    #expect(set.entities.map(\.entity) == ["Cat", "Dog"])
  }

  @Test
  func `links that are rows are listed from both sides`() throws {
    let store = try Store(.memory, model: GitHubModel())
    try store.importJSON(
      .file(Repository.path("Schemas/Documents/github-issues.json")), into: .entity("Issue"))
    let issue = try #require(try store.fetch(Issue.all).first { try !store.fetch($0.labels).isEmpty })
    let labels = try store.fetch(issue.labels).map(\.id)
    let sets = store.changes()
    try store.write { try $0.unlink(labels[0], from: issue.id, Issue.Columns.labels) }
    let set = try #require(sets.takeWaiting())
    let key = (issue: issue.id.storedValues, label: labels[0].storedValues)
    let changes = try #require(set.links(Issue.Columns.labels))
    #expect(changes.removed == [.init(source: key.issue, target: key.label)])
    #expect(changes.added.isEmpty && changes.isComplete)
    let inverse = try #require(set.links(Label.Columns.issues))
    #expect(inverse.removed == [.init(source: key.label, target: key.issue)])
    #expect([changes.relationship, changes.inverse] == [inverse.inverse, inverse.relationship])
    #expect(set.links(Issue.Columns.assignees) == nil)
    try store.write { try $0.link(labels[0], to: issue.id, Issue.Columns.labels) }
    #expect(sets.takeWaiting()?.links(Issue.Columns.labels)?.added.count == 1)
  }

  @Test
  func `who comes while a write is going on is told that anything may have changed`() throws {
    var late: ChangeSets?
    let other = try Store(.memory, model: BandsModel())
    try other.write { db in
      try db.insert(Band(name: "A", formed: 1))
      late = other.changes()
    }
    let set = try #require(late?.takeWaiting())
    #expect(!set.isComplete && set.mayChange(Album.self) && !set.isComplete(Band.self))
    #expect(set.origins == [.local])
    try other.write { try $0.insert(Band(name: "B", formed: 1)) }
    let next = try #require(late?.takeWaiting())
    #expect(next.isComplete)
    #expect(try next.inserted(Band.self) == ["B"])
  }

  @Test
  func `keys that differ only in how an accent is composed are different keys`() throws {
    try store.write { try $0.insert(Band(name: "\u{E9}", formed: 1)) }
    _ = taken()
    try store.write { db in
      _ = try db.delete(Band.self, key: "\u{E9}")
      try db.insert(Band(name: "e\u{301}", formed: 1))
    }
    let set = try #require(taken())
    #expect(try set.deleted(Band.self).map { Array($0.unicodeScalars).count } == [1])
    #expect(try set.inserted(Band.self).map { Array($0.unicodeScalars).count } == [2])
    #expect(try set.updated(Band.self).isEmpty)
  }

  @Test
  func `who asks for values while a write that records none goes on is told that anything may have changed`()
    throws
  {
    let store = try Store(.memory, model: BandsModel())
    let plain = store.changes()
    var late: ChangeSets?
    try store.write { db in
      try db.insert(Band(name: "A", formed: 1))
      late = store.changes(withValues: true)
    }
    let set = try #require(late?.takeWaiting())
    #expect(!set.isComplete && set.rowChanges == nil)
    #expect(plain.takeWaiting()?.isComplete == true)
    try store.write { try $0.insert(Band(name: "B", formed: 1)) }
    #expect(late?.takeWaiting()?.rowChanges?.count == 1)
  }

  @Test
  func `the changes of a record with more than a thousand attributes are observed`() throws {
    let attributes = (0..<1100).map { "a\($0)x: Int?" }.joined(separator: ", ")
    let model = try ModelStore("entities: { W: { attributes: { id: Int, \(attributes) } } }")
    let sets = model.store.changes(withValues: true)
    try model.importJSON(#"{"id": 1}"#, "W")
    try model.store.write { try $0.execute(sql: "UPDATE W SET a1099x = 1") }
    #expect(sets.takeWaiting()?.entities.first?.inserted == [[.integer(1)]])
    let set = try #require(sets.takeWaiting())
    #expect(set.entities.first?.updated == [[.integer(1)]])
    #expect(set.rowChanges?.count == 1)
  }
}

extension ChangeSets {
  /// The next set, if one is there.
  func takeWaiting() -> ChangeSet? {
    while case .changes(let pending) = room.access({ $0.next() }) {
      if let set = pending.changeSet(model) { return set }
    }
    return nil
  }
}

private struct Pet: Record {
  typealias Key = String
  enum Columns {}
  static let entityName = "Pet"
  static let columnNames = ["name"]
  var name: String

  init(row: Row) throws(RowDecodingError) { name = try row.string(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(name) }
}

private struct Dog: Record {
  typealias Key = String
  enum Columns {}
  static let entityName = "Dog"
  static let columnNames = ["name"]
  var name: String

  init(row: Row) throws(RowDecodingError) { name = try row.string(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(name) }
}
