import CSQLite
import Foundation
import Rowsmith
import RowsmithSync
import TestSupport
import Testing

/// What the file does: requirements 22, 26, 27 and 1 on a real Kinto.
@Suite(.serialized) struct FileProofTests {
  /// A folder that is gone when the test has ended.
  private func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }

  @Test("22: a disk that is full ends a sync between two pages; it goes on when there is room")
  func fullDisk() async throws {
    let world = try await KintoWorld()
    let writer = try world.device(KintoWorld.notesOnly)
    try writer.makeNotes(100)
    try writer.run("UPDATE Note SET body = hex(zeroblob(1000))")
    try await writer.sync()
    try await inFolder { folder in
      let device = try world.device(KintoWorld.notesOnly, file: "\(folder)/notes.sqlite") { $0.pageSize = 20 }
      let pages = try device.count("PRAGMA page_count")
      try await device.store.write { _ = try $0.rows("PRAGMA max_page_count = \(pages + 30)") }
      await #expect(throws: StoreError.self) { try await device.sync() }
      let half = try device.count("SELECT count(*) FROM Note")
      #expect(half < 100 && half % 20 == 0, "\(half)")
      #expect(try device.rows("PRAGMA integrity_check") == ["ok"])
      #expect(try device.count("SELECT count(*) FROM _rowsmith_sync_quiet") == 0)
      // What is written here meanwhile fails, or is tracked.
      try await device.store.write { _ = try $0.rows("PRAGMA max_page_count = 1000000") }
      try device.run("UPDATE Note SET title = 'mine' WHERE id = (SELECT min(id) FROM Note)")
      let report = try await device.sync()
      #expect(report.stopped == nil && report.pulled == 100 - half)
      try await writer.sync()
      #expect(try device.contents() == writer.contents())
    }
  }

  @Test("22: a file that somebody else has locked ends a sync with an error, and nothing is half done")
  func locked() async throws {
    let world = try await KintoWorld()
    let writer = try world.device(KintoWorld.notesOnly)
    try writer.makeNotes(20)
    try await writer.sync()
    try await inFolder { folder in
      let path = "\(folder)/notes.sqlite"
      var options = StoreOptions()
      options.busyTimeout = .milliseconds(50)
      let store = try Store(.file(path), schema: Notes.schema, options: options)
      let session = try SyncSession(store: store, plan: KintoWorld.notesOnly, server: try world.server())
      var other: OpaquePointer?
      #expect(sqlite3_open(path, &other) == SQLITE_OK)
      defer { sqlite3_close(other) }
      #expect(sqlite3_exec(other, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
      await #expect(throws: StoreError.self) { try await session.sync() }
      #expect(sqlite3_exec(other, "COMMIT", nil, nil, nil) == SQLITE_OK)
      #expect(try await session.sync().pulled == 20)
    }
  }

  @Test(
    "26: observers see one change set a transaction, with its origin; one's own changes that come back are none"
  )
  func changeSets() async throws {
    let world = try await KintoWorld()
    let (one, two) = (try world.device(KintoWorld.notesOnly), try world.device(KintoWorld.notesOnly))
    try await two.sync()
    let sets = one.store.changes().makeAsyncIterator()
    try one.makeNotes(30)
    let local = try #require(await sets.next())
    #expect(local.origins == [.local] && local.entities.map(\.inserted.count) == [30])
    // Sent, and come back: with the versions of the server, and nothing else that is new.
    #expect(try await one.sync().pushed == 30)
    #expect(try await one.sync().isEmpty)
    try await two.sync()
    try two.run("UPDATE Note SET title = 'two' WHERE id IN ('n1', 'n2')")
    try two.run("DELETE FROM Note WHERE id = 'n3'")
    try await two.sync()
    try await one.sync()
    let pulled = try #require(await sets.next())
    #expect(pulled.origins == [.pull])
    #expect(pulled.entities.map(\.updated) == [[[.text("n1")], [.text("n2")]]])
    #expect(pulled.entities.map(\.deleted) == [[[.text("n3")]]])
    try one.run("DELETE FROM Note WHERE id = 'n4'")
    #expect(await sets.next()?.origins == [.local])
  }

  @Test("27: of two sessions on one file one synchronises at a time; both write, and each write is sent once")
  func twoSessions() async throws {
    let world = try await KintoWorld()
    let transport = ListeningTransport()
    try await inFolder { folder in
      let path = "\(folder)/notes.sqlite"
      // A clock that goes slowly: neither is silent for half a minute where a busy machine keeps both waiting.
      let start = Date().timeIntervalSince1970
      let devices = try (0..<2).map { _ in
        try world.device(KintoWorld.notesOnly, transport, file: path) { options in
          options.clock.now = { start + (Date().timeIntervalSince1970 - start) / 100 }
        }
      }
      let busy = Counter()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, device) in devices.enumerated() {
          group.addTask {
            for step in 0..<20 {
              try device.run("INSERT INTO Note (id, title) VALUES ('d\(number)s\(step)', 'T')")
              do {
                try await device.sync()
              } catch let error as SyncError where error.reason == .busy {
                busy.add(1)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let last = try await devices[0].sync()
      #expect(last.stopped == nil && last.waiting == 0 && last.setAside.isEmpty)
      #expect(try await world.records("notes").count == 40)
      let sent = transport.requests.filter { $0.hasPrefix("PUT") && $0.contains("/records/") }
      let again = Set(sent.filter { request in sent.count { $0 == request } > 1 })
      // The first one of all goes once more, when its collection has been made.
      #expect(again.count <= 1, "\(again)")
      #expect(busy.value > 0, "the two have never met")
    }
  }

  @Test("1: ids, links and observations outlive the first sync and the process")
  func localIDs() async throws {
    let world = try await KintoWorld()
    try await inFolder { folder in
      let path = "\(folder)/notes.sqlite"
      let children = "SELECT n.id, n.folder FROM Note AS n JOIN Folder AS f ON f.id = n.folder ORDER BY n.id"
      let wanted = ["a|f", "b|f", "c|f"]
      do {
        let device = try world.device(file: path)
        try device.run("INSERT INTO Folder (id, name) VALUES ('f', 'F')")
        for id in ["a", "b", "c"] {
          try device.run("INSERT INTO Note (id, title, folder) VALUES ('\(id)', 'N', 'f')")
        }
        let seen = device.store.observe(.sql(children)).makeAsyncIterator()
        #expect(try await seen.next()?.count == 3)
        try await device.sync()
        #expect(try device.rows(children) == wanted)
        try device.run("DELETE FROM Note WHERE id = 'c'")
        #expect(try await seen.next()?.count == 2)
        try device.run("INSERT INTO Note (id, title, folder) VALUES ('c', 'N', 'f')")
      }
      let again = try world.device(file: path)
      try await again.sync()
      #expect(try again.rows(children) == wanted)
      #expect(try await world.records("notes").map { $0["folder"] } == ["f", "f", "f"])
    }
  }

  @Test(
    "24: megabytes in one text (`ROWSMITH_SYNC_ROWS=10000`: ten), half a surrogate pair, and 20 000 brackets")
  func hugeAndBroken() async throws {
    let world = try await KintoWorld()
    let (one, two) = (try world.device(KintoWorld.notesOnly), try world.device(KintoWorld.notesOnly))
    try one.makeNotes(3)
    let length = proofRows(1000) * 1000
    try one.run("UPDATE Note SET body = hex(zeroblob(\(length / 2))) WHERE id = 'n1'")
    #expect(try await one.sync().pushed == 3)
    #expect(try await two.sync().pulled == 3)
    #expect(
      try two.rows("SELECT id, length(body) FROM Note ORDER BY id") == ["n0|-", "n1|\(length)", "n2|-"])
    // Half a pair is no text in UTF-8: what Kinto takes of it, and what comes, is the same for all.
    _ = try? await world.put("s", in: "notes", #"{"id":"s","title":"a\ud800b"}"#)
    let deep = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
    _ = try? await world.put("t", in: "notes", #"{"id":"t","title":"T","more":\#(deep)}"#)
    try await world.put("u", in: "notes", #"{"id":"u","title":"U"}"#)
    for device in [one, two] { #expect(try await device.sync().stopped == nil) }
    #expect(try one.contents() == two.contents())
    #expect(try two.rows("SELECT title FROM Note WHERE id = 'u'") == ["U"])
  }
}
