import RowsmithSchema
import Testing

@testable import Rowsmith

/// What participants are shown of families, tables of links, ordered lists and keys of several parts.
struct ParticipantShapeTests {
  /// Writes down in one line each what it is shown.
  private final class Scribe: CommitParticipant, @unchecked Sendable {
    let entities: Set<String>?
    // Used by the writing thread alone, and by the test when nobody writes.
    private(set) var lines: [String] = []

    init(_ entities: Set<String>? = nil) { self.entities = entities }

    func willCommit(_ changes: TransactionChanges, in transaction: WriteTransaction) throws {
      let text = { (values: [StoredValue]) in values.map(DDL.literal).joined(separator: ",") }
      lines = try changes.rows().map { change in
        let columns = change.kind == .updated ? " \(change.changedColumns.joined(separator: ","))" : ""
        let former = change.formerKey.map { " was \(text($0))" } ?? ""
        return "\(change.kind) \(change.entity) \(text(change.key))\(former)\(columns)"
      }
      lines += try changes.links().map { link in
        "\(link.kind) \(link.relationship) \(text(link.source)) > \(text(link.target))"
      }
    }
  }

  private let store: Store
  private let scribe = Scribe()

  init() throws {
    store = try RekeyModel.store()
    store.add(participant: scribe)
  }

  private func take(_ json: String, _ entity: String, _ options: ImportOptions = ImportOptions()) throws
    -> [String]
  {
    try store.importJSON(.string(json), into: .entity(entity), options: options)
    return scribe.lines
  }

  @Test func `a row of a family is shown as its own entity`() throws {
    #expect(
      try take(#"[{"kind":"Dog","name":"a"},{"kind":"Cat","name":"b","enemy":"a"}]"#, "Pet") == [
        "inserted Dog 'a'", "inserted Cat 'b'",
      ])
  }

  @Test func `a row that becomes another entity of its family is one that left and one that came`() throws {
    _ = try take(#"{"kind":"Dog","name":"a"}"#, "Pet")
    #expect(try take(#"{"kind":"Cat","name":"a"}"#, "Pet") == ["deleted Dog 'a'", "inserted Cat 'a'"])
  }

  @Test func `who asks for an entity is shown those that extend it, and not those beside it`() throws {
    let (pets, dogs) = (Scribe(["Pet"]), Scribe(["Dog"]))
    store.add(participant: pets)
    store.add(participant: dogs)
    _ = try take(#"[{"kind":"Dog","name":"a"},{"kind":"Cat","name":"b"},{"name":"c"}]"#, "Pet")
    #expect(pets.lines == ["inserted Dog 'a'", "inserted Cat 'b'", "inserted Pet 'c'"])
    #expect(dogs.lines == ["inserted Dog 'a'"])
  }

  private static let tagged = #"{"id":"p","tags":[{"area":1,"name":"x"},{"area":2,"name":"x"}]}"#

  @Test func `links of a table have both keys, of all parts`() throws {
    #expect(
      try take(Self.tagged, "Person") == [
        "inserted Person 'p'", "inserted Tag 1,'x'", "inserted Tag 2,'x'",
        "added Person.tags 'p' > 1,'x'", "added Person.tags 'p' > 2,'x'",
      ])
  }

  @Test func `items of a table of links that change places have moved, and no row has changed`() throws {
    _ = try take(Self.tagged, "Person")
    let swapped = #"{"id":"p","tags":[{"area":2,"name":"x"},{"area":1,"name":"x"}]}"#
    try store.write { db in
      try db.importJSON(.string(swapped), into: .entity("Person"), options: Self.replacing)
    }
    #expect(scribe.lines.allSatisfy { $0.hasPrefix("moved Person.tags 'p' > ") })
    #expect(!scribe.lines.isEmpty)
  }

  private static var replacing: ImportOptions {
    var options = ImportOptions()
    options.policy = .replace
    return options
  }

  @Test func `a link that is a column is a change of the row that has it`() throws {
    _ = try take(#"{"id":"p"}"#, "Person")
    #expect(try take(#"{"id":"q","boss":"p"}"#, "Person") == ["inserted Person 'q'"])
    #expect(try take(#"{"id":"q","boss":null}"#, "Person") == ["updated Person 'q' boss"])
  }

  @Test func `an ordered list in a column shows the places that differ`() throws {
    _ = try take(#"{"id":"p","pets":[{"kind":"Dog","name":"a"},{"kind":"Cat","name":"b"}]}"#, "Person")
    let target = ImportTarget.relationship(parent: "Person", key: [.text("p")], name: "pets")
    var options = ImportOptions()
    options.policy = .mergeAndPrune
    try store.importJSON(.string(#"["b","a"]"#), into: target, options: options)
    #expect(scribe.lines.allSatisfy { $0.hasPrefix("updated ") && $0.hasSuffix(" owner_position") })
    #expect(!scribe.lines.isEmpty)
  }

  @Test func `a key of which a relationship is a part is shown with the parent's key`() throws {
    #expect(
      try take(#"{"id":"p","visits":[{"day":1,"place":"a"},{"day":2}]}"#, "Person") == [
        "inserted Person 'p'", "inserted Visit 'p',1", "inserted Visit 'p',2",
      ])
    #expect(
      try take(#"{"id":"p","visits":[{"day":2,"place":"b"}]}"#, "Person") == ["updated Visit 'p',2 place"])
  }

  @Test func `rekeying shows each row whose key follows, with the key it had`() throws {
    _ = try take(#"{"id":"p","visits":[{"day":1}],"tags":[{"area":1,"name":"x"}]}"#, "Person")
    _ = try RekeyModel.rekey(store, "Person", [.text("p")], [.text("q")])
    #expect(
      Set(scribe.lines) == [
        "rekeyed Person 'q' was 'p'", "rekeyed Visit 'q',1 was 'p',1",
        "removed Person.tags 'p' > 1,'x'", "added Person.tags 'q' > 1,'x'",
      ])
  }

  @Test func `deleting a record shows the links that go with it`() throws {
    _ = try take(Self.tagged, "Person")
    try store.write { try $0.execute(sql: "DELETE FROM Person_tags WHERE position = 0") }
    #expect(scribe.lines == ["removed Person.tags 'p' > 1,'x'"])
  }

  @Test func `who asks for the entity at one end of links is shown them, who asks for neither is not`() throws
  {
    let (tags, homes) = (Scribe(["Tag"]), Scribe(["Home"]))
    store.add(participant: tags)
    store.add(participant: homes)
    _ = try take(Self.tagged, "Person")
    #expect(tags.lines.filter { $0.hasPrefix("added") }.count == 2)
    #expect(!tags.lines.contains("inserted Person 'p'"))
    #expect(homes.lines == [])
  }

  @Test func `rows without a key have none to show`() throws {
    #expect(try take(#"[{"text":"a"},{"text":"b"}]"#, "Note") == ["inserted Note ", "inserted Note "])
  }

  @Test func `who asks for an entity is shown the links of those that extend it`() throws {
    let own = try ModelStore(
      """
      entities:
        Pet: { Discriminator: kind, PrimaryKey: name, attributes: { name: String } }
        Dog: { extends: Pet, relationships: { toys: { to: [Toy], inverse: none } } }
        Toy: { attributes: { id: Int } }
      """)
    let pets = Scribe(["Pet"])
    own.store.add(participant: pets)
    try own.importJSON(#"{"kind":"Dog","name":"a","toys":[{"id":1}]}"#, "Pet")
    #expect(pets.lines == ["inserted Dog 'a'", "added Dog.toys 'a' > 1"])
  }
}
