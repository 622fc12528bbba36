import Bands
import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

/// Rows that get another key.
@Suite struct RekeyTests {
  private let store: Store

  init() throws { store = try RekeyModel.store() }

  private func rekey(_ entity: String, _ from: StoredValue..., to: StoredValue...) throws -> RekeyOutcome {
    try RekeyModel.rekey(store, entity, from, to)
  }

  @Test
  func `a row takes along its links, its items, their places and the keys of others that hold its own`()
    throws
  {
    try store.take(
      """
      [{"id":"a","name":"A","pets":[{"name":"x","kind":"Dog"},"y"],"tags":[{"area":1,"name":"t"}],"home":"h",
        "boss":"b","visits":[{"day":1,"photos":[{"id":7}]}],"friends":["a","b"]}, {"id":"b","boss":"a"}]
      """, "Person")
    #expect(try rekey("Person", .text("a"), to: .text("z")) == .rekeyed)
    #expect(try store.lines("SELECT id, name, home, boss FROM Person ORDER BY 1") == ["b|.|.|z", "z|A|h|b"])
    #expect(try store.lines("SELECT name, owner, owner_position FROM Pet") == ["x|z|0"])
    #expect(try store.lines("SELECT source, position FROM _rowsmith_pending") == ["z|1"])
    #expect(try store.lines("SELECT person, day FROM Visit") == ["z|1"])
    #expect(try store.lines("SELECT id, visit_person, visit_day FROM Photo") == ["7|z|1"])
    #expect(try store.lines("SELECT source, target FROM Person_friends ORDER BY 2") == ["z|b", "z|z"])
    #expect(try store.lines("SELECT source FROM Person_tags") == ["z"])
  }

  @Test
  func `a row gets what waits for its new key`() throws {
    try store.take(#"[{"id":"a","pets":["x","new"]},{"id":"c","boss":"new2"}]"#, "Person")
    try store.take(#"[{"name":"draft","kind":"Dog"}]"#, "Pet")
    try store.take(#"{"id":"mine","owner":"new2"}"#, "Home")
    try store.take(#"{"id":"draft"}"#, "Person")
    #expect(try rekey("Pet", .text("draft"), to: .text("new")) == .rekeyed)
    #expect(try rekey("Person", .text("draft"), to: .text("new2")) == .rekeyed)
    #expect(try store.lines("SELECT name, owner, owner_position FROM Pet") == ["new|a|1"])
    #expect(try store.lines("SELECT home FROM Person WHERE id = 'new2'") == ["mine"])
    #expect(try store.lines("SELECT target FROM _rowsmith_pending") == ["x"])
    #expect(try store.lines("SELECT reference, key FROM _rowsmith_unresolved") == [])
  }

  @Test
  func `a row that is there keeps its values and takes over links`() throws {
    try store.take(
      """
      [{"id":"old","name":"draft","pets":[{"name":"o","kind":"Dog"},"w"],"home":"h","boss":"b",
        "tags":[{"area":1,"name":"s"},{"area":1,"name":"t"}],"visits":[{"day":1,"photos":[{"id":1}]},{"day":2}]},
       {"id":"b","boss":"old","friends":["old","new"]},
       {"id":"new","name":"server","pets":[{"name":"n","kind":"Cat"}],"tags":[{"area":1,"name":"t"}],
        "visits":[{"day":1,"place":"here"}]}]
      """, "Person")
    try store.write { try $0.execute(sql: "UPDATE Person SET note = 'mine' WHERE id = 'old'") }
    #expect(try rekey("Person", .text("old"), to: .text("new")) == .merged)
    #expect(
      try store.lines("SELECT id, name, note, home, boss FROM Person ORDER BY 1")
        == ["b|.|.|.|new", "new|server|mine|h|b"])
    #expect(
      try store.lines("SELECT name, owner_position FROM Pet WHERE owner = 'new' ORDER BY 2") == [
        "n|0", "o|1",
      ])
    #expect(try store.lines("SELECT target, source, position FROM _rowsmith_pending") == ["w|new|2"])
    #expect(
      try store.lines("SELECT target_name, position FROM Person_tags WHERE source = 'new' ORDER BY 2")
        == ["t|0", "s|1"])
    #expect(try store.lines("SELECT source, target FROM Person_friends") == ["b|new"])
    #expect(
      try store.lines("SELECT person, day, place FROM Visit ORDER BY 2") == ["new|1|here", "new|2|."])
    #expect(try store.lines("SELECT visit_person, visit_day FROM Photo") == ["new|1"])
  }

  @Test
  func `of two one-to-one links the one of the row that is there stays`() throws {
    try store.take(#"[{"id":"old","home":{"id":"h1"}},{"id":"new","home":{"id":"h2"}}]"#, "Person")
    #expect(try rekey("Person", .text("old"), to: .text("new")) == .merged)
    #expect(try store.lines("SELECT id, home FROM Person") == ["new|h2"])
    #expect(try store.lines("SELECT id, owner FROM Home ORDER BY 1") == ["h1|.", "h2|new"])
  }

  @Test
  func `links to another entity of the family that only has the same key are left alone`() throws {
    try store.take(#"[{"name":"a","kind":"Cat"},{"name":"b","kind":"Cat","enemy":"a"}]"#, "Pet")
    #expect(try rekey("Pet", .text("a"), to: .text("z")) == .rekeyed)
    #expect(try store.lines("SELECT name, enemy FROM Pet ORDER BY 1") == ["b|a", "z|."])
  }

  @Test
  func `what cannot be done is refused and changes nothing`() throws {
    try store.take(#"[{"name":"a","kind":"Cat"},{"name":"b","kind":"Dog"}]"#, "Pet")
    try store.take(#"[{"text":"x"}]"#, "Note")
    let before = try RekeyModel.image(store)
    #expect(reason { try rekey("Pet", .text("a"), to: .text("b")) } == .refused)
    #expect(reason { try rekey("Dog", .text("a"), to: .text("c")) } == .notFound)
    #expect(reason { try rekey("Pet", .text("none"), to: .text("c")) } == .notFound)
    #expect(reason { try rekey("Note", .integer(1), to: .integer(2)) } == .misuse)
    #expect(reason { try rekey("Pet", .text("a"), to: .null) } == .misuse)
    #expect(try rekey("Pet", .text("a"), to: .text("a")) == .unchanged)
    #expect(try RekeyModel.image(store) == before)
  }

  private func reason(_ body: () throws -> RekeyOutcome) -> StoreError.Reason? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? StoreError)?.reason
    }
  }

  @Test
  func `observers are told of both keys, with the record as it was and as it is`() throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write { db in
      try db.insert(Band(name: "draft", formed: 1974))
      try db.insert(Album(name: "Tin Drum", released: .now, band: "draft"))
    }
    let sets = store.changes(withValues: true)
    #expect(try store.write { try $0.rekey(Band.self, from: "draft", to: "Japan") } == .rekeyed)
    let set = try #require(sets.takeWaiting())
    #expect(try set.rekeyed(Band.self).map { [$0.from, $0.to] } == [["draft", "Japan"]])
    #expect(try set.deleted(Band.self).isEmpty && set.inserted(Band.self).isEmpty)
    #expect(try set.updated(Album.self) == ["Tin Drum"])
    let change = try #require(set.rowChanges?.first)
    #expect(change.kind == .rekeyed && change.key == [.text("Japan")] && change.formerKey == [.text("draft")])
    #expect(try change.old(as: Band.self)?.name == "draft" && change.new(as: Band.self)?.name == "Japan")
  }

  @Test
  func `observers are told of a merge, and that nothing was deleted`() throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write {
      try $0.insert(contentsOf: [Band(name: "draft", formed: 1), Band(name: "Japan", formed: 2)])
    }
    let sets = store.changes(withValues: true)
    #expect(try store.write { try $0.rekey(Band.self, from: "draft", to: "Japan") } == .merged)
    let set = try #require(sets.takeWaiting())
    #expect(try set.rekeyed(Band.self).map { [$0.from, $0.to] } == [["draft", "Japan"]])
    #expect(try set.deleted(Band.self).isEmpty)
    #expect(set.rowChanges?.map(\.kind) == [.merged])
    #expect(try set.rowChanges?.first?.old(as: Band.self)?.formed == 1)
    #expect(try set.rowChanges?.first?.new(as: Band.self)?.formed == 2)
  }

  @Test
  func `a row that is back under its key in the end is an updated one`() throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write { try $0.insert(Band(name: "Japan", formed: 1)) }
    let sets = store.changes(withValues: true)
    try store.write { db in
      _ = try db.rekey(Band.self, from: "Japan", to: "a")
      _ = try db.rekey(Band.self, from: "a", to: "b")
      _ = try db.update(Band(name: "b", formed: 2))
      _ = try db.rekey(Band.self, from: "b", to: "Japan")
    }
    let set = try #require(sets.takeWaiting())
    #expect(try set.rekeyed(Band.self).isEmpty)
    #expect(try set.updated(Band.self) == ["Japan"])
    #expect(try set.inserted(Band.self).isEmpty && set.deleted(Band.self).isEmpty)
    // Row by row, each step is told.
    #expect(set.rowChanges?.map(\.key) == [[.text("a")], [.text("b")], [.text("Japan")]])
    #expect(try set.rowChanges?.first?.old(as: Band.self)?.formed == 1)
    #expect(try set.rowChanges?.last?.new(as: Band.self)?.formed == 2)
  }

  @Test
  func `a row whose link another one needs is not merged into one that has such a link`() throws {
    let store = try ModelStore(
      """
      entities:
        Person: { attributes: { id: Int }, relationships: { pass: { to: Pass?, inverse: owner } } }
        Pass: { attributes: { id: Int }, relationships: { owner: { to: Person, inverse: pass } } }
      """
    ).store
    try store.take(#"[{"id":1,"pass":{"id":8}},{"id":2,"pass":{"id":9}},{"id":3}]"#, "Person")
    do {
      _ = try RekeyModel.rekey(store, "Person", [.integer(1)], [.integer(2)])
      Issue.record("it was merged")
    } catch let error as StoreError {
      #expect(error.reason == .refused)
      #expect(
        error.message
          == "the Person under the new key is already linked by 'Pass.owner', and the Pass that names "
          + "the old key needs that link")
    }
    #expect(try store.lines("SELECT id, owner FROM Pass ORDER BY 1") == ["8|1", "9|2"])
    #expect(try store.lines("SELECT id, pass FROM Person ORDER BY 1") == ["1|8", "2|9", "3|."])
    #expect(try RekeyModel.rekey(store, "Person", [.integer(1)], [.integer(3)]) == .merged)
    #expect(try store.lines("SELECT id, owner FROM Pass ORDER BY 1") == ["8|3", "9|2"])
    #expect(try store.lines("SELECT id, pass FROM Person ORDER BY 1") == ["2|9", "3|8"])
  }

  @Test
  func `a list that names the old key and the new one names the row once`() throws {
    try store.take(#"[{"id":"a","friends":["draft","new"]},{"id":"draft","friends":["a"]}]"#, "Person")
    #expect(try rekey("Person", .text("draft"), to: .text("new")) == .rekeyed)
    #expect(
      try store.lines("SELECT source, target FROM Person_friends ORDER BY 1, 2") == ["a|new", "new|a"])
  }

  @Test
  func `a link to one of several entities and a value are taken over whole, where there is none`() throws {
    let store = try ModelStore(
      """
      values: { Mark: { color: "String?", size: "Int?" } }
      entities:
        Book: { attributes: { id: Int } }
        Film: { attributes: { id: Int } }
        Remark:
          attributes: { id: Int, mark: { type: Mark?, local: true } }
          relationships: { about: { oneOf: [Book, Film], Discriminator: type, inverse: none } }
      """
    ).store
    try store.take(
      """
      [{"id":-1,"about_type":"Book","about_id":5},{"id":31,"about_type":"Film","about_id":9},
       {"id":-2,"about_type":"Book","about_id":6},{"id":32}]
      """, "Remark")
    try store.write { db in
      try db.execute(sql: "UPDATE Remark SET mark_color = 'red', mark_size = 7 WHERE id < 0")
      try db.execute(sql: "UPDATE Remark SET mark_color = 'blue' WHERE id = 31")
    }
    #expect(try RekeyModel.rekey(store, "Remark", [.integer(-1)], [.integer(31)]) == .merged)
    #expect(try RekeyModel.rekey(store, "Remark", [.integer(-2)], [.integer(32)]) == .merged)
    #expect(
      try store.lines("SELECT id, aboutBook, aboutFilm, mark_color, mark_size FROM Remark ORDER BY 1")
        == ["31|.|9|blue|.", "32|6|.|red|7"])
  }

  @Test
  func `a value inside a value is taken over only with the whole`() throws {
    let store = try ModelStore(
      """
      values:
        Size: { width: Int }
        Mark: { color: "String?", size: Size? }
      entities:
        Remark: { attributes: { id: Int, mark: { type: Mark?, local: true } } }
      """
    ).store
    try store.take(#"[{"id":-1},{"id":1},{"id":-2},{"id":2}]"#, "Remark")
    try store.write { db in
      try db.execute(sql: "UPDATE Remark SET mark_color = 'red', mark_size_width = 7 WHERE id < 0")
      try db.execute(sql: "UPDATE Remark SET mark_color = 'blue' WHERE id = 1")
    }
    #expect(try RekeyModel.rekey(store, "Remark", [.integer(-1)], [.integer(1)]) == .merged)
    #expect(try RekeyModel.rekey(store, "Remark", [.integer(-2)], [.integer(2)]) == .merged)
    #expect(
      try store.lines("SELECT id, mark_color, mark_size_width FROM Remark ORDER BY 1") == [
        "1|blue|.", "2|red|7",
      ])
  }

  @Test
  func `a one-to-one link that waits for the new key gives way to the row's own`() throws {
    try store.take(#"{"id":"draft","home":{"id":"h1"}}"#, "Person")
    try store.take(#"{"id":"h2","owner":"new"}"#, "Home")
    #expect(try rekey("Person", .text("draft"), to: .text("new")) == .rekeyed)
    #expect(try store.lines("SELECT id, home FROM Person") == ["new|h1"])
    #expect(try store.lines("SELECT id, owner FROM Home ORDER BY 1") == ["h1|new", "h2|."])
  }

  @Test
  func `a row that leads to another one of several entities keeps that, whatever waits for its new key`()
    throws
  {
    let store = try ModelStore(
      """
      entities:
        Book: { attributes: { id: Int }, relationships: { remarks: { to: [Remark], inverse: about, ordered: true } } }
        Film: { attributes: { id: Int } }
        Song: { attributes: { id: Int }, relationships: { remark: { to: "Remark?", inverse: about } } }
        Remark: { attributes: { id: Int }, relationships: { about: { oneOf: [Book, Film, Song] } } }
      """
    ).store
    try store.take(#"{"id":1,"remarks":[7,9]}"#, "Book")
    try store.take(#"{"id":2,"remark":8}"#, "Song")
    try store.take(
      #"[{"id":-7,"about_type":"Film","about_id":3},{"id":-8,"about_type":"Film","about_id":3},{"id":-9}]"#,
      "Remark")
    for id in [7, 8, 9] as [Int64] {
      #expect(try RekeyModel.rekey(store, "Remark", [.integer(-id)], [.integer(id)]) == .rekeyed)
    }
    #expect(
      try store.lines("SELECT id, aboutBook, aboutFilm, aboutSong FROM Remark ORDER BY 1")
        == ["7|.|3|.", "8|.|3|.", "9|1|.|."])
    #expect(try store.lines("SELECT id, remark FROM Song") == ["2|."])
    #expect(try store.lines("SELECT target FROM _rowsmith_pending") == [])
    // A row that is there keeps its own as well.
    try store.take(#"{"id":-8,"about_type":"Song","about_id":2}"#, "Remark")
    #expect(try store.lines("SELECT id, remark FROM Song") == ["2|-8"])
    #expect(try RekeyModel.rekey(store, "Remark", [.integer(-8)], [.integer(8)]) == .merged)
    #expect(try store.lines("SELECT id, aboutFilm, aboutSong FROM Remark WHERE id = 8") == ["8|3|."])
    #expect(try store.lines("SELECT id, remark FROM Song") == ["2|."])
  }

  /// The bands A, with the albums 1 and 2, and B, with 5 and 6, in this order.
  private func bandsWithOrderedAlbums() throws -> Store {
    let store = try ModelStore(
      """
      entities:
        Band:
          PrimaryKey: name
          attributes: { name: String }
          relationships: { albums: { to: [Album], inverse: band, ordered: true } }
        Album:
          PrimaryKey: [band, number]
          attributes: { number: Int }
          relationships: { band: Band }
      """
    ).store
    try store.take(
      #"[{"name":"A","albums":[{"number":1},{"number":2}]},{"name":"B","albums":[{"number":5},{"number":6}]}]"#,
      "Band")
    return store
  }

  @Test
  func `items that have the key in their own come after those of the row that is there`() throws {
    let store = try bandsWithOrderedAlbums()
    #expect(try RekeyModel.rekey(store, "Band", [.text("A")], [.text("B")]) == .merged)
    #expect(
      try store.lines("SELECT number, band_position FROM Album WHERE band = 'B' ORDER BY 2")
        == ["5|0", "6|1", "1|2", "2|3"])
  }

  @Test
  func `an item that its new key puts into another list comes after those that have a place there`() throws {
    let store = try bandsWithOrderedAlbums()
    #expect(
      try RekeyModel.rekey(store, "Album", [.text("A"), .integer(1)], [.text("B"), .integer(4)]) == .rekeyed)
    #expect(
      try RekeyModel.rekey(store, "Album", [.text("A"), .integer(2)], [.text("A"), .integer(3)]) == .rekeyed)
    #expect(
      try store.lines("SELECT band, number, band_position FROM Album ORDER BY band, band_position IS NULL, 3")
        == ["A|3|1", "B|5|0", "B|6|1", "B|4|."])
    #expect(try RekeyModel.rekey(store, "Band", [.text("B")], [.text("C")]) == .rekeyed)
    #expect(
      try store.lines("SELECT number, band_position FROM Album WHERE band = 'C' ORDER BY 2")
        == ["4|.", "5|0", "6|1"])
  }

  @Test
  func `a row whose key is a one-to-one link changes both ends`() throws {
    let store = try ModelStore(
      """
      entities:
        User: { attributes: { id: Int }, relationships: { profile: { to: "Profile?", inverse: user } } }
        Profile:
          PrimaryKey: user
          attributes: { bio: "String?" }
          relationships: { user: { to: User, inverse: profile } }
      """
    ).store
    try store.take(#"[{"id":3,"profile":{"bio":"b"}},{"id":4}]"#, "User")
    #expect(try RekeyModel.rekey(store, "Profile", [.integer(3)], [.integer(4)]) == .rekeyed)
    #expect(try store.lines("SELECT id, profile FROM User ORDER BY 1") == ["3|.", "4|4"])
    #expect(try RekeyModel.rekey(store, "User", [.integer(4)], [.integer(9)]) == .rekeyed)
    #expect(try store.lines("SELECT id, profile FROM User ORDER BY 1") == ["3|.", "9|9"])
  }

  @Test
  func `a key that is a one-to-one link takes the place of another one of several entities`() throws {
    let store = try ModelStore(
      """
      entities:
        Seat: { attributes: { id: Int }, relationships: { taken: { oneOf: [Guest, Waiter] } } }
        Guest:
          PrimaryKey: seat
          attributes: { name: "String?" }
          relationships: { seat: { to: Seat, inverse: taken } }
        Waiter: { attributes: { id: Int }, relationships: { seat: { to: "Seat?", inverse: taken } } }
      """
    ).store
    try store.take(#"[{"id":1},{"id":2}]"#, "Seat")
    try store.take(#"{"name":"g","seat":1}"#, "Guest")
    try store.take(#"{"id":7,"seat":2}"#, "Waiter")
    #expect(
      try store.lines("SELECT id, takenGuest, takenWaiter FROM Seat ORDER BY 1") == ["1|1|.", "2|.|7"])
    #expect(try RekeyModel.rekey(store, "Guest", [.integer(1)], [.integer(2)]) == .rekeyed)
    #expect(
      try store.lines("SELECT id, takenGuest, takenWaiter FROM Seat ORDER BY 1") == ["1|.|.", "2|2|."])
    #expect(try store.lines("SELECT id, seat FROM Waiter") == ["7|."])
  }
}
