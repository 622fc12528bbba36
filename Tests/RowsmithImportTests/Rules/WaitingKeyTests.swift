import Rowsmith
import Testing

/// Links that wait for rows, kept with keys of several parts.
@Suite struct WaitingKeyTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Shelf:
        PrimaryKey: [room, place]
        attributes: { room: String, place: String, number: { type: Int, default: 0 } }
        relationships: { books: { to: [Book], inverse: shelf, ordered: true } }
      Book: { attributes: { id: Int }, relationships: { shelf: Shelf? } }
    """

  private static let books = "SELECT id, shelf_room, shelf_place FROM Book ORDER BY id"

  @Test(arguments: [
    ("a\\u001ftb", "c", "a", "b\\u001ftc"), ("[\\\"a\\\"", "b]", "[\\\"a\\\",\\\"b", "]"),
    ("a\\\",\\\"b", "c", "a", "b\\\",\\\"c"), ("\\u2028", "", "", "\\u2028"), ("1", "2", "12", ""),
  ])
  func `what a text holds does not decide which row is linked`(
    room: String, place: String, otherRoom: String, otherPlace: String
  ) throws {
    let scenario = try ImportScenario(WaitingKeyTests.model)
    try scenario.importJSON(
      """
      [{"room":"\(room)","place":"\(place)","books":[1]},{"room":"\(otherRoom)","place":"\(otherPlace)","books":[2]}]
      """, into: "Shelf")
    try scenario.importJSON(#"[{"id":1},{"id":2}]"#, into: "Book")
    let found =
      "SELECT b.id, s.rowid FROM Book b JOIN Shelf s ON shelf_room = room AND shelf_place = place ORDER BY 1"
    try scenario.expect(found, "1 | 1\n2 | 2")
    try scenario.expect("SELECT * FROM _rowsmith_pending", "")
  }

  @Test func `the keys of parents stand in a JSON array`() throws {
    let scenario = try ImportScenario(WaitingKeyTests.model)
    try scenario.importJSON(#"{"room":"a\"b","place":"c","books":[7]}"#, into: "Shelf")
    try scenario.expect(
      "SELECT relationship, target, source, position FROM _rowsmith_pending",
      #"Shelf.books | 7 | ["a\"b","c"] | 0"#)
  }

  @Test func `what waits is named by the relationship that stood in the JSON`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Cat:
          attributes: { id: Int }
          relationships: { dogs: { to: [Dog], MergePolicy: Merge }, toys: { to: [Toy], inverse: cat, MergePolicy: Merge } }
        Dog: { attributes: { id: Int }, relationships: { cats: { to: [Cat], MergePolicy: Merge } } }
        Toy: { attributes: { id: Int }, relationships: { cat: { to: Cat?, MergePolicy: Merge } } }
      """)
    let waiting = "SELECT reference, key FROM _rowsmith_unresolved ORDER BY 1, 2"
    let first = try scenario.importJSON(#"{"id":1,"dogs":[1,2],"toys":[4]}"#, into: "Cat")
    #expect(first.unresolved == ["Cat.dogs": 2, "Cat.toys": 1])
    try scenario.expect(waiting, "Cat.dogs | 1\nCat.dogs | 2")
    let second = try scenario.importJSON(#"{"id":1,"cats":[1,5]}"#, into: "Dog")
    #expect(second.unresolved == ["Cat.dogs": 1, "Cat.toys": 1, "Dog.cats": 1])
    try scenario.expect(waiting, "Cat.dogs | 2\nDog.cats | 5")
    let third = try scenario.importJSON(#"{"id":9,"cat":6}"#, into: "Toy")
    #expect(third.unresolved == ["Cat.dogs": 1, "Cat.toys": 1, "Dog.cats": 1, "Toy.cat": 1])
  }

  @Test(arguments: [
    ("cat: { to: Cat?, inverse: none }", "cat", true, true),
    ("cat: { to: Cat?, inverse: none }", "cat", false, false),
    ("cat: { to: Dog?, inverse: none }", "cat", true, false),
    ("cats: { to: [Cat], inverse: none }", "cats", true, true),
  ])
  func `a key of several parts that would be a record where it is written is left out, and that is said`(
    relationship: String, member: String, isKey: Bool, isLeftOut: Bool
  ) throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant: { attributes: { id: Int }, relationships: { \(relationship) } }
        Cat: { PrimaryKey: [code, number], Discriminator: kind, attributes: { code: String, number: Int } }
        Dog: { extends: Cat, attributes: { size: Int } }
      """)
    // Without its size it is only a key.
    let size = isKey ? "" : #","size":7"#
    try scenario.importJSON(
      "{\"id\":1,\"\(member)\":{\"kind\":\"Dog\",\"code\":\"c\",\"number\":3\(size)}}", into: "Ant")
    var json = ""
    let notes = try scenario.test.store.exportJSON(entity: "Ant") {
      json += String(decoding: $0, as: UTF8.self)
    }
    .notes
    #expect(
      notes
        == (isLeftOut
          ? ["Ant.\(member): keys of several parts whose records are missing are left out"] : []))
    #expect(json.contains(#""code":"c""#) == !isLeftOut)
  }

  @Test func `an ordered list of keys that wait is the same work however many others wait`() throws {
    let bench = try EngineBench(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Shelf: { attributes: { id: Int }, relationships: { books: { to: [Book], inverse: shelf, ordered: true } } }
        Book: { attributes: { id: Int }, relationships: { shelf: Shelf? } }
      """)
    let shelves = (0..<4000).map { #"{"id":\#($0),"book_ids":[\#($0)]}"# }.joined(separator: ",")
    let work = try bench.work { try bench.importJSON("[\(shelves)]", into: .entity("Shelf")) }
    #expect(work < 300)
  }

  @Test func `keys that wait are read and written in a file that has lost their index, too`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Shelf: { attributes: { id: Int }, relationships: { books: { to: [Book], inverse: shelf, ordered: true } } }
        Book: { attributes: { id: Int }, relationships: { shelf: Shelf? } }
      """)
    try scenario.test.store.write { try _ = $0.execute(sql: "DROP INDEX _rowsmith_pending_source") }
    for book in [5, 6] {
      try scenario.importJSON(#"{"id":1,"book_ids":[\#(book)]}"#, into: "Shelf")
    }
    try scenario.expect("SELECT target, position FROM _rowsmith_pending ORDER BY 1", "5 | 0\n6 | 1")
    var json = ""
    try scenario.test.store.exportJSON(entity: "Shelf") { json += String(decoding: $0, as: UTF8.self) }
    #expect(json.contains(#""book_ids":[5,6]"#))
  }
}
