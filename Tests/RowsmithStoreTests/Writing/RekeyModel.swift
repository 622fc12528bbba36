import Rowsmith
import RowsmithSchema

@testable import Rowsmith

/// A model in which a key is held in every way there is, and records of it by their keys alone.
enum RekeyModel {
  static let text = """
    entities:
      Person:
        attributes: { id: String, name: "String?", note: { type: "String?", local: true } }
        relationships:
          pets: { to: [Pet], inverse: owner, ordered: true }
          tags: { to: [Tag], inverse: people, ordered: true }
          friends: { to: [Person], inverse: none }
          home: { to: "Home?", inverse: owner }
          boss: { to: "Person?", inverse: team }
          team: { to: [Person], inverse: boss, ordered: true }
          visits: { to: [Visit], inverse: person }
      Home: { attributes: { id: String }, relationships: { owner: { to: "Person?", inverse: home } } }
      Pet:
        Discriminator: kind
        PrimaryKey: name
        attributes: { name: String }
        relationships: { owner: { to: "Person?", inverse: pets } }
      Dog: { extends: Pet }
      Cat: { extends: Pet, relationships: { enemy: { to: "Dog?", inverse: none } } }
      Tag:
        PrimaryKey: [area, name]
        attributes: { area: Int, name: String }
        relationships: { people: { to: [Person], inverse: tags, ordered: true } }
      Visit:
        PrimaryKey: [person, day]
        attributes: { day: Int, place: "String?" }
        relationships:
          person: { to: Person, inverse: visits }
          photos: { to: [Photo], inverse: visit }
      Photo: { attributes: { id: Int }, relationships: { visit: { to: "Visit?", inverse: photos } } }
      Note: { attributes: { text: String } }
    """

  static func store() throws -> Store { try ModelStore(text).store }

  /// Everything that the tables hold, the internal ones included, table by table.
  static func image(_ store: Store) throws -> [String: [String]] {
    let layout = store.model.layout
    var image: [String: [String]] = [:]
    let own = layout.tables.map(\.name) + layout.linkTables.map(\.name)
    for table in own + ["_rowsmith_pending", "_rowsmith_unresolved"] {
      image[table] = try store.rows(sql: "SELECT * FROM \(DDL.quoted(table))").map { row in
        zip(row.columns, row.values).map { "\($0)=\(DDL.literal($1))" }.joined(separator: " ")
      }.sorted()
    }
    return image
  }

  static func rekey(_ store: Store, _ entity: String, _ from: [StoredValue], _ to: [StoredValue]) throws
    -> RekeyOutcome
  { try store.write { try $0.rekey(entity: entity, from: from, to: to) } }
}

extension Store {
  /// Imports what must be right.
  func take(_ text: String, _ entity: String) throws { try importJSON(.string(text), into: .entity(entity)) }

  /// The rows of a query, cells between bars, NULL as a dot.
  func lines(_ sql: String) throws -> [String] {
    try rows(sql: sql).map { row in
      row.values.map { value in
        switch value {
        case .null: "."
        case .text(let text): text
        default: DDL.literal(value)
        }
      }.joined(separator: "|")
    }
  }
}
