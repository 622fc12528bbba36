import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// Databases that synchronise with the real Kinto.
@Suite struct KintoSyncTests {
  @Test("Rows and links go both ways", arguments: TestKinto.Backend.allCases)
  func rowsAndLinksGoBothWays(_ backend: TestKinto.Backend) async throws {
    let kinto = try await TestKinto.shared(backend)
    let bucket = TestKinto.bucket()
    let (one, two) = (
      try Device(KintoServer.test(kinto, bucket: bucket)), try Device(KintoServer.test(kinto, bucket: bucket))
    )
    try one.run("INSERT INTO Folder (id, name) VALUES ('f1', 'Zoë''s')")
    try one.run(
      "INSERT INTO Note (id, title, body, folder, stars) VALUES ('n1', 'Milk', 'two', 'f1', 9007199254740993)"
    )
    try one.run("INSERT INTO Tag (id) VALUES ('t1')")
    try one.run("INSERT INTO Note_tags (source, target) VALUES ('n1', 't1')")
    try one.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1')")
    let pushed = try await one.sync()
    #expect(pushed.stopped == nil && pushed.setAside.isEmpty && pushed.pushed == 4 && pushed.waiting == 0)
    let pulled = try await two.sync()
    #expect(pulled.stopped == nil && pulled.pushed == 0)
    #expect(try two.rows("SELECT id, title, folder, stars FROM Note") == ["n1|Milk|f1|9007199254740993"])
    #expect(try two.rows("SELECT source, target FROM Note_tags") == ["n1|t1"])
    #expect(try two.rows("SELECT source, target FROM Note_fans") == ["n1|t1"])

    // Both change one note, each something else; one takes a link and a tag away.
    try two.run("UPDATE Note SET title = 'Bread', body = NULL WHERE id = 'n1'")
    try one.run("UPDATE Note SET stars = 3 WHERE id = 'n1'")
    try one.run("DELETE FROM Note_fans")
    for device in [one, two, one] { #expect(try await device.sync().stopped == nil) }
    for device in [one, two] {
      #expect(try device.rows("SELECT title, body, stars FROM Note") == ["Bread|-|3"])
      #expect(try device.rows("SELECT count(*) FROM Note_fans") == ["0"])
    }
    let idle = try await one.sync()
    #expect(idle.isEmpty && idle.stopped == nil)
  }

  @Test(arguments: TestKinto.Backend.allCases)
  func `what was deleted there and changed here is not made again because everything is read`(
    _ backend: TestKinto.Backend
  ) async throws {
    let kinto = try await TestKinto.shared(backend)
    let bucket = TestKinto.bucket()
    let plan = Notes.plan(deleteConflict: .deleteWins)
    let one = try Device(KintoServer.test(kinto, bucket: bucket), plan)
    let two = try Device(KintoServer.test(kinto, bucket: bucket), plan)
    for id in ["n1", "n2"] { try one.run("INSERT INTO Note (id, title) VALUES ('\(id)', 'Old')") }
    for device in [one, two] { #expect(try await device.sync().stopped == nil) }
    try one.run("DELETE FROM Note WHERE id = 'n1'")
    try await one.sync()
    try two.run("UPDATE Note SET title = 'Mine'")
    #expect(try await two.sync(.full).stopped == nil)
    try await one.sync()
    for device in [one, two] { #expect(try device.rows("SELECT id, title FROM Note") == ["n2|Mine"]) }
    let log = try two.rows("SELECT key, kind, policy, winner FROM _rowsmith_conflicts")
    #expect(log == ["n1|delete|deleteWins|theirs"])
  }

  @Test("More rows than fit into a batch are sent, read and deleted", arguments: TestKinto.Backend.allCases)
  func moreThanABatchAndMoreThanAPage(_ backend: TestKinto.Backend) async throws {
    let kinto = try await TestKinto.shared(backend)
    let bucket = TestKinto.bucket()
    let (one, two) = (
      try Device(KintoServer.test(kinto, bucket: bucket)), try Device(KintoServer.test(kinto, bucket: bucket))
    )
    let count = 130
    for number in 0..<count {
      try one.run("INSERT INTO Note (id, title) VALUES ('n\(number)', 'T\(number)')")
    }
    #expect(try await one.sync().pushed == count)
    #expect(try await two.sync().pulled == count)
    #expect(
      try two.rows("SELECT id, title FROM Note ORDER BY id")
        == one.rows("SELECT id, title FROM Note ORDER BY id"))
    try two.run("DELETE FROM Note WHERE title LIKE '%7'")
    #expect(try await two.sync().pushed == 13)
    try await one.sync()
    #expect(try one.rows("SELECT count(*) FROM Note") == ["\(count - 13)"])
  }
}
