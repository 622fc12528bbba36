import Bands
import Foundation
import GitHub
import Rowsmith
import Shop
import Testing

/// Columns set in many records at once.
struct UpdateManyTests {
  @Test
  func `only records that differ are written`() throws {
    let store = try ExampleStore.bands()
    let albums = try store.fetch(Album.all)
    let virgin = albums.count { $0.label == "Virgin" }
    let query = Album.filter { $0.label == "Virgin" || $0.label == "EMI" }
    #expect(try store.write { try $0.update(query) { [$0.label.set("EMI")] } } == virgin)
    #expect(try store.write { try $0.update(query) { [$0.label.set("EMI")] } } == 0)
    #expect(try store.fetch(Album.filter { $0.label == "Virgin" }.count()) == 0)
    #expect(try store.write { try $0.update(Album.all) { _ in [] } } == 0)
    #expect(
      try store.write { try $0.update(Album.all) { [$0.label.set(nil), $0.releasedAs.set("x")] } }
        == albums.count)
    let page = Album.order { $0.released }.limit(2)
    #expect(try store.write { try $0.update(page) { [$0.label.set("first")] } } == 2)
    #expect(
      try Set(store.fetch(Album.filter { $0.label == "first" }.keys()))
        == Set(albums.sorted { $0.released < $1.released }.prefix(2).map(\.name)))
  }

  @Test
  func `links change at both ends`() throws {
    let store = try ExampleStore.bands()
    try store.write { try $0.setItems(["Tin Drum", "Quiet Life"], of: "Japan", Band.Columns.albums) }
    let places = "SELECT count(band_position) AS n FROM Album"
    #expect(try store.fetch(.sql(places))[0].value("n") == 2)
    let moved = try store.write { db in
      try db.update(Album.filter { $0.band == "Japan" }) { [$0.band.set("Roxy Music")] }
    }
    #expect(moved == 2)
    #expect(try store.fetch(Band.Columns.albums.records(of: "Japan").count()) == 0)
    // What leaves a list loses its place in it.
    #expect(try store.fetch(.sql(places))[0].value("n") == 0)
    // A link that leads nowhere is accounted for, as an import does.
    try store.write { _ = try $0.update(Album.all.limit(1)) { [$0.band.set("Nobody yet")] } }
    #expect(
      try store.fetch(.sql("SELECT key FROM _rowsmith_unresolved")).map { $0["key"] } == [.text("Nobody yet")]
    )
  }

  @Test
  func `keys stay, and unique values are looked at in the end`() throws {
    let bands = try ExampleStore.bands()
    let error = #expect(throws: StoreError.self) {
      try bands.write { try $0.update(Band.all) { [$0.name.set("x")] } }
    }
    #expect(error?.message.contains("part of the key") == true)
    let store = try ExampleStore.gitHub()
    let users = try store.fetch(User.all)
    try #require(users.count > 1)
    let same = #expect(throws: StoreError.self) {
      try store.write { try $0.update(User.all) { [$0.login.set("same")] } }
    }
    #expect(same?.reason == .notUnique)
    try store.write { db in
      try db.update(User.all) { [$0.login.set("same")] }
      for user in users { try db.update(user) }
    }
    #expect(try store.fetch(User.all) == users)
  }

  @Test
  func `two records swap unique values inside one block`() throws {
    let store = try ExampleStore.gitHub()
    let users = try store.fetch(User.all)
    var (one, other) = (users[0], users[1])
    swap(&one.login, &other.login)
    try store.write { db in
      try db.update(one)
      try db.update(other)
    }
    #expect(try store.fetch(User.find(users[0].id))?.login == users[1].login)
    #expect(try store.fetch(User.find(users[1].id))?.login == users[0].login)
  }

  @Test
  func `a value that is not unique is refused as such while records are read one by one`() throws {
    let store = try ExampleStore.gitHub()
    let users = try store.fetch(User.all)
    try #require(users.count > 1)
    try store.write { db in
      let error = #expect(throws: StoreError.self) {
        try db.forEach(User.all) { user in
          var changed = user
          changed.login = "same"
          try db.update(changed)
        }
      }
      #expect(error?.reason == .notUnique)
      // The block goes on, and the next swap is possible.
      for user in users { try db.update(user) }
      var (one, other) = (users[0], users[1])
      swap(&one.login, &other.login)
      try db.update(one)
      try db.update(other)
    }
    #expect(try store.fetch(User.find(users[0].id))?.login == users[1].login)
    #expect(try store.fetch(.sql("SELECT name FROM sqlite_master WHERE name = 'User.login'")).count == 1)
  }

  @Test
  func `records that are written while others are read one by one are not read`() throws {
    let store = try ExampleStore.bands()
    let query = Album.order { $0.label }
    let albums = try store.fetch(query)
    try store.write { db in
      var read: [Album] = []
      try db.forEach(query) { album in
        // Otherwise the loop would not end.
        try #require(read.count < albums.count)
        read.append(album)
        var (copy, moved) = (album, album)
        copy.name += " (copy)"
        moved.label = "~ \(album.label ?? "")"
        try db.insert(copy)
        try db.update(moved)
      }
      #expect(read == albums)
      var page: [Album] = []
      try db.forEach(query.reversed().limit(3, offset: 1)) { page.append($0) }
      #expect(try page == db.fetch(query.reversed().limit(3, offset: 1)))
    }
    #expect(try store.fetch(Album.all.count()) == 2 * albums.count)
    #expect(try store.fetch(Album.filter { $0.label.hasPrefix("~ ") }.count()) == albums.count)
  }

  @Test
  func `a link that must lead to one of several entities is not emptied, in a family either`() throws {
    let model = try ModelStore(
      """
      entities:
        Book: { attributes: { id: Int } }
        Film: { attributes: { id: Int } }
        Note: { attributes: { id: Int } }
        Remark: { extends: Note, relationships: { about: { oneOf: [Book, Film], required: true } } }
      """
    )
    try model.importJSON(#"{"id": 1, "about_type": "Film", "about_id": 3}"#, "Remark")
    let error = #expect(throws: StoreError.self) {
      try model.store.write { try $0.update(Remark.all) { [$0.about.set(nil)] } }
    }
    #expect(error?.reason == .misuse)
    #expect(error?.message.contains("'Remark.about' must lead to a record") == true)
    let emptied = #expect(throws: StoreError.self) {
      try model.store.write { try $0.update(Remark.all) { [$0.about.set(.book(1)), $0.about.set(nil)] } }
    }
    #expect(emptied?.reason == .misuse)
    #expect(try model.store.fetch(Remark.all).map(\.about) == [.film(3)])
    #expect(
      try model.store.write { try $0.update(Remark.all) { [$0.about.set(nil), $0.about.set(.book(1))] } } == 1
    )
    #expect(try model.store.fetch(Remark.all).map(\.about) == [.book(1)])
  }

  @Test
  func `a call in the middle of a swap fails the block`() throws {
    let store = try ExampleStore.gitHub()
    let users = try store.fetch(User.all)
    var (one, other) = (users[0], users[1])
    swap(&one.login, &other.login)
    let error = #expect(throws: StoreError.self) {
      try store.write { db in
        try db.update(one)
        _ = try? db.execute(sql: "SELECT 1")
        try db.update(other)
      }
    }
    #expect(error?.reason == .notUnique)
    #expect(try store.fetch(User.all) == users)
  }
}

/// A record whose link leads to one of several entities, written by hand.
private struct Remark: Record {
  enum About: ReferenceChoice {
    case book(Reference<Book>)
    case film(Reference<Film>)

    enum Target: Sendable, Hashable {
      case book(Book)
      case film(Film)
    }

    static var targets: [any Record.Type] { [Book.self, Film.self] }

    var link: (target: Int, key: any RecordKey) {
      switch self {
      case .book(let reference): (0, reference.key)
      case .film(let reference): (1, reference.key)
      }
    }

    init?(target: Int, row: Row, at index: Int) throws(RowDecodingError) {
      switch target {
      case 0: self = .book(try row.reference(at: index))
      case 1: self = .film(try row.reference(at: index))
      default: return nil
      }
    }

    static func target(_ record: any Record) -> Target? {
      switch record {
      case let record as Book: .book(record)
      case let record as Film: .film(record)
      default: nil
      }
    }
  }

  enum Columns {
    static var about: ChoiceColumn<Remark, About> { ChoiceColumn("aboutBook", "aboutFilm") }
  }
  typealias Key = Int
  static var entityName: String { "Remark" }
  static var columnNames: [String] { ["id", "aboutBook", "aboutFilm"] }
  var id: Int
  var about: About
  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    about = try row.choice(at: 1)
  }
  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(about)
  }
}

private struct Book: Record {
  enum Columns {}
  typealias Key = Int
  static var entityName: String { "Book" }
  static var columnNames: [String] { ["id"] }
  var id: Int
  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }
}

private struct Film: Record {
  enum Columns {}
  typealias Key = Int
  static var entityName: String { "Film" }
  static var columnNames: [String] { ["id"] }
  var id: Int
  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }
  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }
}
