import Bands
import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

/// Who takes part in transactions.
@Suite(.timeLimit(.minutes(30)))
struct ParticipantTests {
  /// Does what a test says, and keeps what it was shown.
  private final class Witness: CommitParticipant, @unchecked Sendable {
    let entities: Set<String>?
    // Used by the writing thread alone, and by the test when nobody writes.
    var seen: [[RowChange]] = []
    var kept: TransactionChanges?
    let act: (TransactionChanges, WriteTransaction) throws -> Void

    init(
      _ entities: Set<String>? = nil,
      act: @escaping (TransactionChanges, WriteTransaction) throws -> Void = { _, _ in }
    ) {
      self.entities = entities
      self.act = act
    }

    func willCommit(_ changes: TransactionChanges, in transaction: WriteTransaction) throws {
      seen.append(try changes.rows())
      kept = changes
      try act(changes, transaction)
    }

    var lastKeys: [[StoredValue]]? { seen.last?.map(\.key) }
  }

  private let store: Store

  init() throws { store = try Store(.memory, model: BandsModel()) }

  private static let stamp = ChangeOrigin("stamp")

  @Test
  func `records, updates of queries, imports and SQL are shown before they are committed`() throws {
    let witness = Witness()
    store.add(participant: witness)
    try store.write { try $0.insert(Band(name: "A", formed: 1)) }
    #expect(witness.seen.map { $0.map(\.kind) } == [[.inserted]])
    try store.importJSON(.string(#"{"name": "B", "formed": 1}"#), into: .entity("Band"))
    #expect(witness.lastKeys == [[.text("B")]])
    #expect(witness.seen.last?.first?.origin == .import)
    try store.write { try $0.update(Band.all) { [$0.formed.set(2)] } }
    #expect(witness.lastKeys == [[.text("A")], [.text("B")]])
    try store.write { try $0.execute(sql: "DELETE FROM Band WHERE name = 'A'") }
    #expect(witness.seen.last?.map(\.kind) == [.deleted])
    #expect(try witness.seen.last?.first?.old(as: Band.self)?.formed == 2)
    #expect(witness.seen.count == 4)
  }

  @Test
  func `what a participant writes is committed with the rest, observed, and shown to those after it alone`()
    throws
  {
    let first = Witness { changes, db in
      for change in try changes.rows(of: Band.self) {
        guard let band = try change.new(as: Band.self) else { continue }
        try db.withOrigin(ParticipantTests.stamp) {
          _ = try db.upsert(Album(name: "Best of \(band.name)", released: .now))
        }
      }
    }
    let second = Witness()
    store.add(participant: first)
    store.add(participant: second)
    let sets = store.changes(withValues: true)
    try store.write { try $0.insert(Band(name: "A", formed: 1)) }
    #expect(first.seen.count == 1 && first.lastKeys == [[.text("A")]])
    #expect(second.seen.count == 1 && second.lastKeys == [[.text("A")], [.text("Best of A")]])
    #expect(try store.fetch(Album.all).map(\.name) == ["Best of A"])
    let set = try #require(sets.takeWaiting())
    #expect(try set.inserted(Album.self) == ["Best of A"])
    #expect(set.rowChanges?.map(\.origin) == [.local, ParticipantTests.stamp])
    #expect(sets.takeWaiting() == nil)
  }

  @Test
  func `one that throws takes back the whole transaction, an import as well`() throws {
    struct No: Error {}
    let sets = store.changes()
    let witness = Witness { _, _ in throw No() }
    store.add(participant: witness)
    #expect(throws: No.self) { try store.write { try $0.insert(Band(name: "A", formed: 1)) } }
    #expect(throws: No.self) {
      try store.importJSON(.string(#"{"name": "B", "formed": 1}"#), into: .entity("Band"))
    }
    #expect(try store.fetch(Band.all.count()) == 0)
    #expect(sets.takeWaiting() == nil)
    store.remove(participant: witness)
    try store.write { try $0.insert(Band(name: "A", formed: 1)) }
    #expect(try store.fetch(Band.all.count()) == 1)
  }

  @Test
  func `it is called once a transaction that changes its entities, and for no other`() throws {
    struct Stop: Error {}
    let witness = Witness(["Band"])
    store.add(participant: witness)
    store.add(participant: witness)
    try store.write { try $0.insert(Album(name: "A", released: .now)) }
    try store.write { _ = try $0.fetch(Band.all.count()) }
    var dry = ImportOptions()
    dry.isDryRun = true
    try store.importJSON(.string(#"{"name": "B", "formed": 1}"#), into: .entity("Band"), options: dry)
    #expect(throws: Stop.self) {
      try store.write { db in
        try db.insert(Band(name: "A", formed: 1))
        throw Stop()
      }
    }
    #expect(witness.seen.isEmpty)
    try store.write { db in
      try db.insert(Band(name: "A", formed: 1))
      try db.insert(Album(name: "B", released: .now, band: "A"))
      try db.importJSON(.string(#"{"name": "B", "formed": 1}"#), into: .entity("Band"))
    }
    #expect(witness.seen.count == 1)
    #expect(witness.lastKeys == [[.text("A")], [.text("B")]])
  }

  @Test
  func `what it was shown cannot be used later`() throws {
    let witness = Witness()
    store.add(participant: witness)
    try store.write { try $0.insert(Band(name: "A", formed: 1)) }
    let changes = try #require(witness.kept)
    let readers: [() throws -> Void] = [
      { _ = try changes.rows() }, { _ = try changes.rows(of: Band.self) }, { _ = try changes.links() },
      { try changes.forEachRow { _ in } },
    ]
    for read in readers {
      let error = #expect(throws: StoreError.self) { try read() }
      #expect(error?.reason == .closed)
      #expect(
        error?.message
          == "the changes of a transaction were used after `willCommit` returned; use them inside it")
    }
  }

  @Test
  func `rows are shown one by one until it has seen enough, those of its entities alone`() throws {
    struct Enough: Error {}
    let witness = Witness(["Band"]) { changes, _ in
      var keys: [[StoredValue]] = []
      #expect(throws: Enough.self) {
        try changes.forEachRow { change in
          keys.append(change.key)
          if keys.count == 2 { throw Enough() }
        }
      }
      #expect(keys == [[.text("C")], [.text("A")]])
      let (bands, albums) = (try changes.rows(of: Band.self), try changes.rows(of: Album.self))
      #expect(bands.count == 3)
      #expect(albums.isEmpty)
    }
    store.add(participant: witness)
    try store.write { db in
      try db.insert(Band(name: "C", formed: 1))
      try db.insert(Album(name: "B", released: .now))
      try db.insert(contentsOf: [Band(name: "A", formed: 1), Band(name: "B", formed: 1)])
    }
    #expect(witness.seen.count == 1)
    #expect(try store.fetch(Band.all.count()) == 3)
  }

  @Test
  func `a store nobody looks at notes nothing, and notes no other tables than those asked for`() throws {
    func triggers() throws -> Set<String> {
      Set(
        try store.read { db in
          try db.fetch(.sql("SELECT tbl_name FROM sqlite_temp_master WHERE type = 'trigger'")).map {
            try $0.value("tbl_name", as: String.self)
          }
        })
    }
    try store.write { try $0.insert(Band(name: "A", formed: 1)) }
    #expect(try triggers().isEmpty)
    let witness = Witness(["Album"])
    store.add(participant: witness)
    try store.write { try $0.insert(Band(name: "B", formed: 1)) }
    #expect(try triggers().contains("Album") && !triggers().contains("Band"))
    store.remove(participant: witness)
    try store.write { try $0.insert(Band(name: "C", formed: 1)) }
    #expect(try triggers().isEmpty)
  }

  @Test
  func `a participant cannot wait for its own store`() throws {
    let store = store
    let witness = Witness { _, _ in _ = try store.fetch(Band.all.count()) }
    store.add(participant: witness)
    #expect(throws: StoreError.self) { try store.write { try $0.insert(Band(name: "A", formed: 1)) } }
  }
}
