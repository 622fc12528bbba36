import Rowsmith
import Testing

/// Records of entities that extend one another live in one table.
struct FamilyFetchTests {
  private func filled() throws -> Store {
    let model = try ModelStore(
      """
      entities:
        Musician:
          attributes: { id: Int, name: String }
        Guitarist: { extends: Musician, attributes: { strings: Int } }
        Bassist: { extends: Guitarist, attributes: { frets: "Int?" } }
        Drummer: { extends: Musician }
      """)
    try model.importJSON(
      """
      [{"id": 4, "name": "Ann"}, {"id": 3, "name": "Bo", "entity_name": "Guitarist", "strings": 6},
       {"id": 2, "name": "Cy", "entity_name": "Bassist", "strings": 4, "frets": 0},
       {"id": 1, "name": "Di", "entity_name": "Drummer"}]
      """, "Musician")
    return model.store
  }

  @Test
  func `the root finds all of its family`() throws {
    let store = try filled()
    #expect(try store.fetch(Musician.all).map(\.name) == ["Di", "Cy", "Bo", "Ann"])
    #expect(try store.fetch(Musician.all.count()) == 4)
    #expect(try store.fetch(Musician.find(2))?.name == "Cy")
  }

  @Test
  func `an entity finds itself and what extends it`() throws {
    let store = try filled()
    #expect(try store.fetch(Guitarist.all).map(\.strings) == [4, 6])
    #expect(try store.fetch(Guitarist.all.count()) == 2)
  }

  @Test
  func `a key of another branch gives nil`() throws {
    let store = try filled()
    #expect(try store.fetch(Guitarist.find(3))?.strings == 6)
    #expect(try store.fetch(Guitarist.find(1)) == nil)
  }
}

private struct Musician: Record {
  typealias Key = Int
  static let entityName = "Musician"
  static let columnNames = ["id", "name"]
  var id: Int
  var name: String

  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    name = try row.string(at: 1)
  }

  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(name)
  }

  enum Columns {}
}

private struct Guitarist: Record {
  typealias Key = Int
  static let entityName = "Guitarist"
  static let columnNames = ["id", "strings"]
  var id: Int
  var strings: Int

  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    strings = try row.int(at: 1)
  }

  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(strings)
  }

  enum Columns {}
}
