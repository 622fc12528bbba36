import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// What APIncrementalStore did, case by case, as it is here, on a real Kinto.
@Suite(.serialized) struct BooksTests {
  private let world: KintoWorld

  init() async throws { world = try await KintoWorld() }

  private func device(
    _ conflict: ConflictPolicy = .serverWins, user: String = "alice", location: StoreLocation = .memory
  )
    throws -> Device
  {
    let store = try Store(location, schema: Books.schema)
    let session = try SyncSession(
      store: store, plan: Books.plan(conflict), server: try world.server(user: user))
    return Device(store: store, session: session)
  }

  /// A device with what the server has: an author with two books.
  private func seeded(_ conflict: ConflictPolicy = .serverWins) async throws -> Device {
    let other = try device()
    try other.run("INSERT INTO Author (id, name) VALUES ('grrm', 'George R. R. Martin')")
    try addBook("game", "A Game of Thrones", other)
    try addBook("clash", "A Clash of Kings", other)
    try await other.sync()
    let device = try device(conflict)
    let report = try await device.sync()
    #expect(report.entities["Author"]?.inserted == 1 && report.entities["Book"]?.inserted == 2, "\(report)")
    return device
  }

  private func addBook(_ id: String, _ name: String, author: String = "grrm", _ device: Device) throws {
    try device.run(
      "INSERT INTO Book (id, entityName, name, author) VALUES ('\(id)', 'Book', '\(name)', '\(author)')")
  }

  private func bookAtServer(_ id: String) async throws -> JSONValue? {
    try await world.records("books").first { $0["id"] == .string(id) }
  }

  @Test("C-A01: the first sync brings everything, the second nothing")
  func firstSync() async throws {
    let device = try await seeded()
    #expect(try await device.sync().isEmpty)
  }

  @Test("C-A02: a book that the server adds comes with its link")
  func addedThere() async throws {
    let device = try await seeded()
    try await world.put("storm", in: "books", #"{"id":"storm","name":"A Storm of Swords","author":"grrm"}"#)
    #expect(try await device.sync().changes == ["Book": [.text("storm"): .inserted]])
    #expect(try device.count("SELECT count(*) FROM Book WHERE author = 'grrm'") == 3)
  }

  @Test("C-A03: what the server deletes goes")
  func deletedThere() async throws {
    let device = try await seeded()
    try await world.say("DELETE", "/buckets/\(world.bucket)/collections/authors/records/grrm")
    #expect(try await device.sync().changes == ["Author": [.text("grrm"): .deleted]])
    #expect(try device.rows("SELECT id FROM Author") == [])
    #expect(try device.rows("SELECT a.id FROM Book AS b JOIN Author AS a ON a.id = b.author") == [])
  }

  @Test("C-A04: what is made here is there, linked, with its dates and bytes, and nothing of it is unsent")
  func madeHere() async throws {
    let device = try device()
    try device.run("INSERT INTO Author (id, name) VALUES ('jrrt', 'J. R. R. Tolkien')")
    try addBook("fellowship", "The Fellowship of the Ring", author: "jrrt", device)
    try addBook("towers", "The Two Towers", author: "jrrt", device)
    try device.run(
      "UPDATE Book SET createdDate = '1954-07-29T00:00:00.000Z', picture = x'00ff10' WHERE id = 'towers'")
    #expect(try await device.sync().pushed == 3)
    let there = try await world.records("books")
    #expect(there.map { $0["author"] } == ["jrrt", "jrrt"])
    #expect(there.map { $0["name"] } == ["The Fellowship of the Ring", "The Two Towers"])
    #expect(try device.count("SELECT count(*) FROM _rowsmith_sync_unsent") == 0)
    #expect(try device.count("SELECT count(*) FROM _rowsmith_sync_rows WHERE modified IS NOT NULL") == 3)
    let other = try self.device()
    try await other.sync()
    let books = "SELECT id, name, createdDate, hex(picture), author FROM Book ORDER BY id"
    #expect(try other.rows(books) == device.rows(books))
    #expect(
      try other.rows("SELECT createdDate, hex(picture) FROM Book WHERE id = 'towers'") == [
        "1954-07-29T00:00:00.000Z|00FF10"
      ])
  }

  @Test("C-A05: a list of links is in the record")
  func arrays() async throws {
    let device = try device()
    try device.run("INSERT INTO Author (id, name) VALUES ('one', 'J. R. R. Tolkien'), ('two', 'His brother')")
    try device.run("INSERT INTO Magazine (id, name) VALUES ('m', 'Mythlore')")
    try link("m", "one", device)
    try link("m", "two", device)
    try await device.sync()
    let there = try await world.records("magazines").first
    #expect(there?["authors"] == ["one", "two"])
    let other = try self.device()
    try await other.sync()
    #expect(try other.count("SELECT count(*) FROM Author_magazines") == 2)
  }

  private func link(_ magazine: String, _ author: String, _ device: Device) throws {
    try device.run("INSERT INTO Author_magazines (source, target) VALUES ('\(author)', '\(magazine)')")
  }

  @Test(
    "C-A06: of two names the policy's stands on both sides",
    arguments: [
      (ConflictPolicy.clientWins, "A Storm of Swords"), (.serverWins, "A Feast for Crows"),
    ])
  func conflict(_ policy: ConflictPolicy, _ wanted: String) async throws {
    let device = try await seeded(policy)
    try device.run("UPDATE Book SET name = 'A Storm of Swords' WHERE id = 'game'")
    try await world.put(
      "game", in: "books", #"{"id":"game","entity_name":"Book","name":"A Feast for Crows","author":"grrm"}"#)
    try await device.sync()
    #expect(try device.rows("SELECT name FROM Book WHERE id = 'game'") == [wanted])
    #expect(try await bookAtServer("game")?["name"] == .string(wanted))
  }

  @Test("C-A07: a change of the server's is noted with its time")
  func changedThere() async throws {
    let device = try await seeded()
    let modified = "SELECT modified FROM _rowsmith_sync_rows WHERE entity = 'Book' AND key = 'game'"
    let before = try device.count(modified)
    try await world.put(
      "game", in: "books", #"{"id":"game","entity_name":"Book","name":"N","author":"grrm"}"#)
    try await device.sync()
    #expect(try device.count(modified) > before)
  }

  @Test("C-A08: what a delete rule deletes is deleted at the server; one book alone leaves its author")
  func cascade() async throws {
    let device = try await seeded()
    try device.run("DELETE FROM Book WHERE id = 'clash'")
    try await device.sync()
    #expect(try await world.records("books").map { $0["id"] } == ["game"])
    #expect(try await world.records("authors").count == 1)
    try await device.store.write { _ = try $0.delete(entity: "Author", key: [.text("grrm")]) }
    #expect(try await device.sync().pushed == 2)
    #expect(try await world.records("authors").isEmpty)
    #expect(try await world.records("books").isEmpty)
    #expect(try device.rows("SELECT id FROM Book") == [])
  }

  @Test("C-A09: a family is one collection, and each record stays what it is")
  func inheritance() async throws {
    let device = try device()
    try device.run("INSERT INTO Author (id, name) VALUES ('a', 'A')")
    try device.run(
      "INSERT INTO Book (id, entityName, name, author, format) VALUES ('e', 'EBook', 'eBook#1', 'a', 'PDF')")
    try addBook("b", "Paper", author: "a", device)
    try await device.sync()
    let there = try await bookAtServer("e")
    #expect(there?["format"] == "PDF" && there?["entity_name"] == "EBook")
    try await world.put(
      "f", in: "books", #"{"id":"f","entity_name":"EBook","name":"eBook#2","format":"EPUB"}"#)
    let other = try self.device()
    try await other.sync()
    #expect(
      try other.rows("SELECT id, entityName, format FROM Book ORDER BY id") == [
        "b|Book|-", "e|EBook|PDF", "f|EBook|EPUB",
      ])
  }

  @Test("C-A10: each user has a file; what the first one made is there again when they come back")
  func users() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let alice = try device(location: .account("alice", folder: folder))
      try alice.run("INSERT INTO Author (id, name) VALUES ('a', 'Author from User#1')")
    }
    do {
      let bob = try device(user: "bob", location: .account("bob", folder: folder))
      #expect(try await bob.sync().stopped == nil)
      #expect(try bob.rows("SELECT id FROM Author") == [])
    }
    let again = try device(location: .account("alice", folder: folder))
    #expect(try again.rows("SELECT name FROM Author") == ["Author from User#1"])
    #expect(try await again.sync().pushed == 1)
    let stranger = try device(user: "bob", location: .account("alice", folder: folder))
    let error = await #expect(throws: SyncError.self) { try await stranger.sync() }
    #expect(error?.reason == .otherUser)
  }

  @Test("C-A11, C-A12: what has come is asked like any rows: sorted, limited, by the links of links")
  func queries() async throws {
    let writer = try device()
    try writer.run(
      "INSERT INTO Author (id, name) VALUES ('a10', 'Author#10'), ('a11', 'Author#11'), ('a12', 'Author#12'), ('a13', 'Author#13')"
    )
    try writer.run("INSERT INTO Publisher (id, name) VALUES ('p1', 'P'), ('p2', 'P')")
    try writer.run("INSERT INTO Magazine (id, publisher) VALUES ('m1', 'p1'), ('m2', 'p1'), ('m3', 'p2')")
    for (magazine, author) in [("m1", "a10"), ("m2", "a11"), ("m3", "a12")] {
      try link(magazine, author, writer)
    }
    try await writer.sync()
    let device = try device()
    try await device.sync()
    let names = "SELECT name FROM Author ORDER BY name"
    #expect(try device.rows("\(names) DESC") == ["Author#13", "Author#12", "Author#11", "Author#10"])
    for offset in 0..<4 {
      #expect(try device.rows("\(names) LIMIT 1 OFFSET \(offset)") == ["Author#1\(offset)"])
    }
    #expect(
      try device.rows(
        """
        SELECT id FROM Author WHERE id IN (SELECT source FROM Author_magazines WHERE target IN
        (SELECT id FROM Magazine WHERE publisher = 'p1')) ORDER BY id
        """) == ["a10", "a11"])
  }

  @Test(
    "C-A13: permissions of a record are those of the server",
    arguments: [
      "UPDATE Author SET acl = NULL", "INSERT OR REPLACE INTO Author (id, name) VALUES ('a', 'A')",
    ])
  func permissions(_ removal: String) async throws {
    let device = try device()
    try device.run(
      "INSERT INTO Author (id, name, acl) VALUES ('a', 'A', '{\"read\":[\"account:bob\"],\"write\":[\"group:editors\"]}')"
    )
    let report = try await device.sync()
    #expect(report.setAside.isEmpty && report.pushed == 1, "\(report)")
    let text = try await world.say("GET", "/buckets/\(world.bucket)/collections/authors/records/a")
    let permissions = try JSONValue(parsing: text)["permissions"]
    #expect(permissions?["read"] == ["account:bob"], "\(text)")
    #expect(text.contains("group:editors") && text.contains("account:alice"))
    let read = try await world.say(
      "GET", "/buckets/\(world.bucket)/collections/authors/records/a", user: "bob")
    #expect(read.contains(#""name":"A""#) || read.contains(#""name": "A""#))
    // Without any here, nobody but the owner has them there.
    try device.run(removal)
    #expect(try await device.sync().pushed == 1)
    let left = try await world.say("GET", "/buckets/\(world.bucket)/collections/authors/records/a")
    #expect(try JSONValue(parsing: left)["permissions"] == ["write": ["account:alice"]], "\(left)")
  }

  @Test(
    "C-A14: 100 magazines of two authors each, also where that is the end of a page", arguments: [100, 33])
  func manyLinks(_ pageSize: Int) async throws {
    let writer = try device()
    try writer.run("INSERT INTO Author (id) VALUES ('one'), ('two')")
    for number in 0..<100 {
      try writer.run("INSERT INTO Magazine (id) VALUES ('m\(number)')")
      for author in ["one", "two"] { try link("m\(number)", author, writer) }
    }
    #expect(try await writer.sync().pushed == 102)
    let store = try Store(.memory, schema: Books.schema)
    var options = SyncOptions()
    options.pageSize = pageSize
    let session = try SyncSession(
      store: store, plan: Books.plan(), server: try world.server(), options: options)
    let device = Device(store: store, session: session)
    #expect(try await device.sync().pulled == 102)
    #expect(
      try device.rows("SELECT source, count(*) FROM Author_magazines GROUP BY source ORDER BY source") == [
        "one|100", "two|100",
      ])
  }

  @Test("C-A15: an author who is named and not there is nobody's row, and linked when they come")
  func placeholders() async throws {
    let device = try await seeded()
    try await world.put(
      "lost", in: "books", #"{"id":"lost","entity_name":"Book","name":"Lost","author":"nobody"}"#)
    let report = try await device.sync()
    #expect(report.missing == 1, "\(report)")
    #expect(try device.rows("SELECT id FROM Author") == ["grrm"])
    #expect(
      try device.rows("SELECT b.id FROM Book AS b JOIN Author AS a ON a.id = b.author WHERE b.id = 'lost'")
        == [])
    try await world.put("nobody", in: "authors", #"{"id":"nobody","name":"N"}"#)
    #expect(try await device.sync().missing == 0)
    #expect(
      try device.rows("SELECT a.name FROM Book AS b JOIN Author AS a ON a.id = b.author WHERE b.id = 'lost'")
        == ["N"])
  }

  @Test("C-A16: what is made and deleted before it left was never there")
  func madeAndDeleted() async throws {
    let device = try await seeded()
    try addBook("x", "X", device)
    try device.run("DELETE FROM Book WHERE id = 'x'")
    #expect(try await device.sync().pushed == 0)
    #expect(try await bookAtServer("x") == nil)
  }
}
