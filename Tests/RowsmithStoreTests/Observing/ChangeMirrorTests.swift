import RowsmithModel
import RowsmithSchema
import Testing

@testable import Rowsmith

/// A copy of the tables that is kept up to date from change sets alone.
@Suite(.timeLimit(.minutes(30)))
struct ChangeMirrorTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a copy kept from change sets is what is stored`(_ seed: UInt64) throws {
    let store = try ModelStore(ChangeMirrorTests.model).store
    var writer = RandomWriter(store: store, seed: seed)
    var mirror = Mirror(store: store)
    let sets = store.changes()
    for round in 0..<600 {
      writer.run()
      let set = sets.takeWaiting()
      if let set { try mirror.apply(set) }
      #expect(sets.takeWaiting() == nil)
      let stored = try Mirror.stored(store)
      try #require(mirror.rows == stored, "round \(round): \(writer.log)")
    }
    #expect(mirror.rows.values.contains { !$0.isEmpty })
  }

  /// Consumers that take several transactions at once get their sum.
  @Test(arguments: [11, 12] as [UInt64])
  func `a copy kept from merged change sets is what is stored`(_ seed: UInt64) throws {
    let store = try ModelStore(ChangeMirrorTests.model).store
    var writer = RandomWriter(store: store, seed: seed)
    var mirror = Mirror(store: store)
    let sets = store.changes()
    for _ in 0..<20 {
      for _ in 0..<40 { writer.run() }
      // What a key names now may be the work of a set further on.
      mirror.isStrict = false
      while let set = sets.takeWaiting() { try mirror.apply(set) }
      let stored = try Mirror.stored(store)
      #expect(mirror.rows == stored)
    }
  }

  /// What each row was and is, in the order of the changes, joins up without a gap.
  @Test(arguments: [21, 22, 23, 24] as [UInt64])
  func `a copy kept from the values of changes is what is stored`(_ seed: UInt64) throws {
    let store = try ModelStore(ChangeMirrorTests.model).store
    var writer = RandomWriter(store: store, seed: seed)
    var mirror = ValueMirror()
    let sets = store.changes(withValues: true)
    for round in 0..<600 {
      writer.run()
      if let set = sets.takeWaiting() { mirror.apply(try #require(set.rowChanges)) }
      let stored = try ValueMirror.stored(store)
      try #require(mirror.rows == stored, "round \(round): \(writer.log)")
    }
    #expect(mirror.rows.values.contains { !$0.isEmpty })
  }

  static let model = """
    entities:
      Person:
        PrimaryKey: id
        attributes: { id: Int, name: String, nick: "String?" }
        relationships:
          pets: { to: [Pet], ordered: true, DeleteRule: Cascade, Prune: Delete }
          tags: { to: [Tag], ordered: true, MergePolicy: MergeAndPrune }
      Pet:
        Discriminator: kind
        PrimaryKey: name
        attributes: { name: String, weight: "Double?" }
        relationships:
          owner: Person?
      Dog: { extends: Pet, attributes: { tricks: "Int?" } }
      Cat: { extends: Pet }
      Tag:
        PrimaryKey: [area, name]
        attributes: { area: Int, name: String, note: "String?" }
        relationships:
          people: [Person]
      Visit:
        attributes: { place: String }
        relationships:
          person: Person?
    """
}
