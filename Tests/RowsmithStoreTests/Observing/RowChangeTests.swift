import Bands
import Foundation
import GitHub
import RowsmithSchema
import Testing

@testable import Rowsmith

/// What changes with values say.
@Suite(.timeLimit(.minutes(30)))
struct RowChangeTests {
  private let store: Store
  private let sets: ChangeSets

  init() throws {
    store = try Store(.memory, model: BandsModel())
    try store.write { db in
      try db.insert(Band(name: "Japan", formed: 1974))
      try db.insert(Album(name: "Tin Drum", released: Date(timeIntervalSince1970: 0), band: "Japan"))
    }
    sets = store.changes(withValues: true)
  }

  private func taken() throws -> [RowChange] { try #require(sets.takeWaiting()?.rowChanges) }

  @Test
  func `a change has the record as it was and as it is`() throws {
    try store.write { _ = try $0.update(Band(name: "Japan", formed: 1975, disbanded: 1991)) }
    let change = try #require(try taken().first)
    #expect(change.kind == .updated && change.entity == "Band" && change.origin == .local)
    #expect(change.key == [.text("Japan")] && change.formerKey == nil)
    #expect(try change.old(as: Band.self) == Band(name: "Japan", formed: 1974))
    #expect(try change.new(as: Band.self) == Band(name: "Japan", formed: 1975, disbanded: 1991))
    #expect(change.changedColumns == ["formed", "disbanded"])
    #expect(change.old("formed") == .integer(1974) && change.new("formed") == .integer(1975))
    #expect(change.old("nothing") == nil)
    #expect(try change.old(as: Album.self) == nil)
  }

  @Test
  func `what depends on the old value changes that column, and adding nothing is no change`() throws {
    try store.write { db in
      _ = try db.update(Band.all) { [$0.formed.increment(by: 1)] }
      _ = try db.update(Album.all) { [$0.label.set($0.band.name)] }
    }
    let changes = try taken()
    #expect(changes.map(\.changedColumns) == [["formed"], ["label"]])
    #expect(changes[0].old("formed") == .integer(1974) && changes[0].new("formed") == .integer(1975))
    #expect(changes[1].new("label") == .text("Japan"))
    try store.write { db in
      _ = try db.update(Band.all) { [$0.formed.increment(by: 0), $0.hiatus.set($0.hiatus)] }
    }
    #expect(sets.takeWaiting() == nil)
  }

  @Test
  func `what is inserted was nothing, what is deleted is nothing`() throws {
    try store.write { db in
      try db.insert(Band(name: "Roxy Music", formed: 1970))
      _ = try db.delete(Album.self, key: "Tin Drum")
    }
    let changes = try taken()
    #expect(changes.map(\.kind) == [.inserted, .deleted])
    #expect(try changes[0].old(as: Band.self) == nil)
    #expect(try changes[0].new(as: Band.self)?.formed == 1970)
    #expect(try changes[1].old(as: Album.self)?.band == "Japan")
    #expect(try changes[1].new(as: Album.self) == nil)
  }

  @Test
  func `what is written back is no change`() throws {
    try store.write { db in
      _ = try db.update(Band(name: "Japan", formed: 1))
      _ = try db.update(Band(name: "Japan", formed: 1974))
      try db.insert(Band(name: "A", formed: 1))
      _ = try db.delete(Band.self, key: "A")
      _ = try db.update(Album(name: "Tin Drum", label: "Virgin", released: .now, band: "Japan"))
    }
    #expect(try taken().map(\.key) == [[.text("Tin Drum")]])
  }

  @Test
  func `each change has its own origin, also where one transaction mixes them`() throws {
    try store.write { db in
      try db.update(Band.all) { [$0.formed.set(1975)] }
      try db.importJSON(
        .string(#"[{"name": "Japan", "formed": 1976}, {"name": "B", "formed": 1}]"#), into: .entity("Band"))
      _ = try db.withOrigin(ChangeOrigin("undo")) { try db.update(Band.all) { [$0.disbanded.set(1991)] } }
    }
    let set = try #require(sets.takeWaiting())
    let japan = try #require(set.rowChanges).filter { $0.key == [.text("Japan")] }
    #expect(japan.map(\.origin) == [.local, .import, ChangeOrigin("undo")])
    #expect(japan.map { $0.old("formed") } == [.integer(1974), .integer(1975), .integer(1976)])
    #expect(japan.map { $0.new("formed") } == [.integer(1975), .integer(1976), .integer(1976)])
    #expect(japan.map(\.changedColumns) == [["formed"], ["formed"], ["disbanded"]])
    #expect(set.origins == [.local, .import, ChangeOrigin("undo")])
    #expect(try set.updated(Band.self) == ["Japan"])
  }

  @Test
  func `an import has the origin that its options say`() throws {
    var options = ImportOptions()
    options.origin = ChangeOrigin("pull")
    try store.importJSON(.string(#"{"name": "B", "formed": 1}"#), into: .entity("Band"), options: options)
    #expect(try taken().map(\.origin) == [ChangeOrigin("pull")])
  }

  @Test
  func `what a savepoint takes back leaves no origin behind`() throws {
    struct Stop: Error {}
    try store.write { db in
      #expect(throws: Stop.self) {
        try db.savepoint { db in
          _ = try db.withOrigin(ChangeOrigin("undo")) { try db.update(Band.all) { [$0.formed.set(1)] } }
          throw Stop()
        }
      }
      try db.update(Band.all) { [$0.formed.set(2)] }
    }
    let set = try #require(sets.takeWaiting())
    #expect(set.origins == [.local])
    #expect(set.rowChanges?.map(\.origin) == [.local])
    #expect(set.rowChanges?.first?.old("formed") == .integer(1974))
  }

  @Test
  func `a row is merged into another one, whatever is in their keys`() throws {
    try store.write { db in
      try db.insert(contentsOf: [Band(name: "a\0'?1", formed: 1), Band(name: "b\0'?2", formed: 2)])
    }
    _ = sets.takeWaiting()
    #expect(try store.write { try $0.rekey(Band.self, from: "a\0'?1", to: "b\0'?2") } == .merged)
    let change = try #require(try taken().first)
    #expect(change.kind == .merged && change.key == [.text("b\0'?2")])
    #expect(change.formerKey == [.text("a\0'?1")])
    #expect(try change.old(as: Band.self)?.formed == 1)
    #expect(try change.new(as: Band.self)?.formed == 2)
  }

  @Test
  func `links say what became of them`() throws {
    let store = try Store(.memory, model: GitHubModel())
    try store.importJSON(
      .file(Repository.path("Schemas/Documents/github-issues.json")), into: .entity("Issue"))
    let issue = try #require(try store.fetch(Issue.all).first { try !store.fetch($0.labels).isEmpty })
    let label = try #require(try store.fetch(issue.labels).first)
    let sets = store.changes(withValues: true)
    try store.write { try $0.unlink(label.id, from: issue.id, Issue.Columns.labels) }
    let change = try #require(sets.takeWaiting()?.linkChanges?.first)
    #expect(change.kind == .removed && change.relationship == "Issue.labels" && change.origin == .local)
    #expect(change.source == issue.id.storedValues && change.target == label.id.storedValues)
    #expect(change.inverse == "Label.issues")
  }

  @Test
  func `who did not ask for values is given none`() throws {
    let plain = store.changes()
    try store.write { try $0.insert(Band(name: "A", formed: 1)) }
    #expect(sets.takeWaiting()?.rowChanges?.count == 1)
    let set = try #require(plain.takeWaiting())
    #expect(set.rowChanges == nil && set.linkChanges == nil)
    #expect(try set.inserted(Band.self) == ["A"])
  }

  @Test
  func `more links than are listed have no values`() throws {
    let store = try Store(.memory, model: GitHubModel())
    let sets = store.changes(withValues: true)
    try store.write { db in
      try db.execute(
        sql: """
          INSERT INTO Issue_labels (source, target, position)
          WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
          SELECT i, i, 0 FROM n
          """, ChangeSet.maximumKeys)
    }
    let set = try #require(sets.takeWaiting())
    #expect(set.links.map(\.isComplete) == [false])
    #expect(set.linkChanges == nil && set.rowChanges == nil)
  }
}
