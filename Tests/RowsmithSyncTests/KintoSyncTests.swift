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

  @Test(
    "More rows than fit into a batch, or a page, are sent, read and deleted",
    arguments: TestKinto.Backend.allCases)
  func moreThanABatchAndMoreThanAPage(_ backend: TestKinto.Backend) async throws {
    let kinto = try await TestKinto.shared(backend)
    let bucket = TestKinto.bucket()
    var options = SyncOptions()
    options.pageSize = 50
    let one = try Device(KintoServer.test(kinto, bucket: bucket), options: options)
    let two = try Device(KintoServer.test(kinto, bucket: bucket), options: options)
    let count = 130
    for number in 0..<count {
      try one.run("INSERT INTO Note (id, title) VALUES ('n\(number)', 'T\(number)')")
    }
    let (sent, batches) = try await steps(of: .pushing, one)
    #expect(sent.pushed == count && batches == [0, 25, 50, 75, 100, 125])
    let (read, pages) = try await steps(of: .pulling, two)
    #expect(read.pulled == count && pages.prefix(3) == [50, 100, 130])
    #expect(
      try two.rows("SELECT id, title FROM Note ORDER BY id")
        == one.rows("SELECT id, title FROM Note ORDER BY id"))
    try two.run("DELETE FROM Note WHERE CAST(substr(id, 2) AS INTEGER) % 3 = 0")
    let (deleted, deletions) = try await steps(of: .pushing, two)
    #expect(deleted.pushed == 44 && deletions == [0, 25])
    try await one.sync()
    #expect(
      try one.rows("SELECT id, title FROM Note ORDER BY id")
        == two.rows("SELECT id, title FROM Note ORDER BY id"))
    #expect(try one.rows("SELECT count(*) FROM Note") == ["\(count - 44)"])
  }

  /// Synchronises, and tells how many notes were done at each step of a phase.
  private func steps(of phase: SyncStep.Phase, _ device: Device) async throws -> (SyncReport, [Int]) {
    let steps = Guarded<[Int]>([])
    let progress = SyncProgress { step in
      if step.phase == phase, step.entity == "Note" { steps.withLock { $0.append(step.completed) } }
    }
    let report = try await device.session.sync(progress: progress)
    return (report, steps.withLock { $0 })
  }
}
