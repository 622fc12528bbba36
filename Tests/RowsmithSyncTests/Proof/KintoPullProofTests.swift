import Rowsmith
import RowsmithSync
import TestSupport
import Testing

/// What comes, in what order, and after what the server has done: requirements 10 to 15 and 20 to 25 on a real Kinto.
@Suite(.serialized) struct KintoPullProofTests {
  @Test(
    "11: children come before their parents in any order, and no query ever sees a row that is not there",
    arguments: [1, 2])
  func childrenFirst(_ seed: UInt64) async throws {
    let world = try await KintoWorld()
    var random = SeededGenerator(silent: seed)
    let count = 60
    // A forest of folders, and notes in them; the server has them in any order.
    let writer = try world.device()
    for number in (0..<count).shuffled(using: &random) {
      let parent = number == 0 ? "NULL" : "'f\(Int.random(in: 0..<number, using: &random))'"
      try writer.run("INSERT INTO Folder (id, name, parent) VALUES ('f\(number)', 'F\(number)', \(parent))")
      try writer.run("INSERT INTO Note (id, title, folder) VALUES ('n\(number)', 'N', 'f\(number)')")
      try writer.run("INSERT INTO Tag (id) VALUES ('t\(number)')")
      try writer.run("INSERT INTO Note_tags (source, target) VALUES ('n\(number)', 't\(count - 1 - number)')")
    }
    try await writer.sync()
    // Each folder is touched in another order: that is the order in which it comes.
    for number in (0..<count).shuffled(using: &random) {
      try await world.put(
        "f\(number)", in: "folders",
        #"{"id":"f\#(number)","name":"G\#(number)"\#(try parent(of: number, writer))}"#)
    }
    try await writer.sync()
    let reader = try world.device { $0.pageSize = 7 }
    let (looks, seen) = (Counter(), Counter())
    let progress = SyncProgress { step in
      guard step.phase == .pulling,
        let rows = try? reader.rows("SELECT count(*) FROM Folder WHERE name IS NULL")
      else {
        return
      }
      looks.add(1)
      seen.add(rows == ["0"] ? 0 : 1)
    }
    let report = try await reader.session.sync(.both, progress: progress)
    #expect(report.stopped == nil && report.missing == 0 && looks.value > 0 && seen.value == 0)
    #expect(try reader.contents() == writer.contents())
    #expect(
      try reader.count(
        "SELECT count(*) FROM Folder AS f WHERE parent IS NOT NULL AND NOT EXISTS (SELECT 1 FROM Folder WHERE id = f.parent)"
      )
        == 0)
    #expect(try reader.count("SELECT count(*) FROM Note WHERE folder NOT IN (SELECT id FROM Folder)") == 0)
  }

  private func parent(of number: Int, _ device: Device) throws -> String {
    let parent = try device.rows("SELECT parent FROM Folder WHERE id = 'f\(number)'").first ?? "-"
    return parent == "-" ? "" : #","parent":"\#(parent)""#
  }

  @Test(
    "12: a client's clock that is a day ahead, or behind, changes nothing",
    arguments: [-86_400_000, 86_400_000])
  func clockSkew(_ skew: Int) async throws {
    let world = try await KintoWorld()
    let one = try world.device { options in
      let now = options.clock.now
      options.clock.now = { now() + Double(skew) / 1000 }
    }
    let two = try world.device()
    try one.makeNotes(2)
    try await one.sync()
    try await two.sync()
    try two.run("UPDATE Note SET title = 'two'")
    try await two.sync()
    try one.run("UPDATE Note SET title = 'one'")
    // n0: here first, n1: here last. How long an answer takes says little of the server's clock on a busy machine.
    try one.moveChanges(skew, first: "n0")
    for device in [one, two, one] { try await device.sync() }
    for device in [one, two] {
      #expect(try device.rows("SELECT id, title FROM Note ORDER BY id") == ["n0|two", "n1|one"])
    }
  }

  @Test("13: a collection that was deleted and made again is read from its beginning; what is unsent stays")
  func recreated() async throws {
    let world = try await KintoWorld()
    let device = try world.device(KintoWorld.notesOnly)
    try device.makeNotes(3)
    try await device.sync()
    try device.run("UPDATE Note SET title = 'mine' WHERE id = 'n1'")
    try await world.say("DELETE", "/buckets/\(world.bucket)/collections/notes")
    try await world.say("PUT", "/buckets/\(world.bucket)/collections/notes", "{}")
    try await world.put("n2", in: "notes", #"{"id":"n2","title":"new"}"#)
    // Kinto says nothing of it where its clock has gone on: it is noticed when records are counted.
    for _ in 0..<12 {
      let report = try await device.sync()
      #expect(report.stopped == nil && report.setAside.isEmpty, "\(report)")
    }
    #expect(try device.rows("SELECT id, title FROM Note ORDER BY id") == ["n1|mine", "n2|new"])
    #expect(try await world.records("notes").count == 2)
  }

  @Test("13: a server that was emptied is filled with what is unsent, and nothing of it is lost")
  func flushed() async throws {
    let own = try await TestKinto.start(.memory)
    defer { own.stop() }
    let world = KintoWorld(own)
    let device = try world.device(KintoWorld.notesOnly)
    try device.makeNotes(3)
    try await device.sync()
    try device.run("UPDATE Note SET title = 'mine' WHERE id = 'n1'")
    try await world.say("POST", "/__flush__")
    for user in ["alice", "bob"] {
      _ = try? await world.say("PUT", "/accounts/\(user)", #"{"data":{"password":"secret"}}"#)
    }
    var last = try await device.sync()
    for _ in 0..<2 { last = try await device.sync() }
    #expect(last.stopped == nil && last.waiting == 0, "\(last)")
    let there = try await world.records("notes").compactMap { $0["title"] }
    #expect(there.contains("mine"))
    #expect(try device.count("SELECT count(*) FROM Note") == there.count)
  }

  @Test("14: a look at everything finds exactly what differs, and mends it")
  func verify() async throws {
    let world = try await KintoWorld()
    let device = try world.device(KintoWorld.notesOnly)
    try device.makeNotes(100)
    try await device.sync()
    try device.runBehindTheBack("DELETE FROM Note WHERE id IN ('n1', 'n2', 'n3', 'n4', 'n5')")
    try device.runBehindTheBack("UPDATE Note SET title = 'x' WHERE id IN ('n11', 'n12', 'n13', 'n14', 'n15')")
    #expect(try await device.sync().isEmpty)
    let report = try await device.sync(.verify)
    #expect(report.changes["Note"]?.count == 10 && report.pulled == 10 && report.pushed == 0, "\(report)")
    #expect(try device.count("SELECT count(*) FROM Note WHERE title = 'T' || substr(id, 2)") == 100)
    #expect(try await device.sync(.verify).isEmpty)
  }

  @Test("15: what we may no longer see is taken away, and what was changed in it is set aside")
  func revoked() async throws {
    let world = try await KintoWorld()
    let alice = try world.device(KintoWorld.notesOnly)
    try alice.makeNotes(3)
    try await alice.sync()
    let place = "/buckets/\(world.bucket)/collections/notes"
    try await world.say("PATCH", place, #"{"permissions":{"write":["account:bob"]}}"#)
    let bob = try world.device(KintoWorld.notesOnly, user: "bob")
    #expect(try await bob.sync().pulled == 3)
    try bob.run("UPDATE Note SET title = 'of Bob' WHERE id = 'n1'")
    try await world.say("PATCH", place, #"{"permissions":{"write":[]}}"#)
    let report = try await bob.sync()
    #expect(report.setAside.contains { $0.error.reason == .forbidden }, "\(report)")
    #expect(try bob.rows("SELECT id, title FROM Note") == ["n1|of Bob"])
    let state = try await bob.store.fetch(try bob.session.state(of: "Note", key: .text("n1")))
    guard case .setAside(let status, _) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(status == 403)
    // It may be seen again: what was taken away comes back, and what was set aside can be sent.
    try await world.say("PATCH", place, #"{"permissions":{"write":["account:bob"]}}"#)
    try await bob.session.retry("Note", key: .text("n1"))
    try await bob.sync()
    #expect(try bob.rows("SELECT id, title FROM Note ORDER BY id") == ["n0|T0", "n1|of Bob", "n2|T2"])
  }

  @Test(
    "6, 15: a record whose version is not known is read before; what may not be seen then is set aside, not sent"
  )
  func revokedWithoutVersion() async throws {
    let world = try await KintoWorld()
    let alice = try world.device(KintoWorld.notesOnly)
    try alice.makeNotes(1)
    try await alice.sync()
    let place = "/buckets/\(world.bucket)/collections/notes"
    try await world.say("PATCH", place, #"{"permissions":{"write":["account:bob"]}}"#)
    let bob = try world.device(KintoWorld.notesOnly, user: "bob")
    try await bob.sync()
    try bob.run("UPDATE Note SET title = 'of Bob'")
    try bob.run("UPDATE _rowsmith_sync_rows SET version = NULL")
    try await world.say("PATCH", place, #"{"permissions":{"write":[]}}"#)
    let report = try await bob.sync(.push)
    #expect(report.setAside.map(\.error.reason) == [.forbidden] && report.pushed == 0, "\(report)")
    #expect(try bob.rows("SELECT id, title FROM Note") == ["n0|of Bob"])
    try await world.say("PATCH", place, #"{"permissions":{"write":["account:bob"]}}"#)
    try await bob.session.retry("Note", key: .text("n0"))
    #expect(try await bob.sync(.push).pushed == 1)
    try await alice.sync()
    #expect(try alice.rows("SELECT id, title FROM Note") == ["n0|of Bob"])
  }

  @Test(
    "6: a record whose version is not known and that was deleted there is made again or goes, as the policy says",
    arguments: [DeleteConflictPolicy.editWins, .deleteWins])
  func deletedWithoutVersion(_ policy: DeleteConflictPolicy) async throws {
    let world = try await KintoWorld()
    var plan = KintoWorld.notesOnly
    plan.deleteConflict = policy
    let (one, two) = (try world.device(plan), try world.device(plan))
    try one.makeNotes(1)
    for device in [one, two] { try await device.sync() }
    try one.run("DELETE FROM Note")
    try await one.sync()
    try two.run("UPDATE Note SET title = 'Mine'")
    try two.run("UPDATE _rowsmith_sync_rows SET version = NULL")
    let report = try await two.sync(.push)
    #expect(report.conflicts == 1 && report.setAside.isEmpty, "\(report)")
    #expect(try await world.records("notes").count == (policy == .editWins ? 1 : 0))
    #expect(try two.count("SELECT count(*) FROM Note") == (policy == .editWins ? 1 : 0))
  }

  @Test("24: a record that is not what the model says is set aside, and the others come")
  func oddData() async throws {
    let world = try await KintoWorld()
    let device = try world.device(KintoWorld.notesOnly)
    try device.makeNotes(1)
    try await device.sync()
    let long = String(repeating: "ü", count: 200_000)
    let records = [
      "a": #"{"id":"a","title":{"not":"a text"}}"#, "b": #"{"id":"b","title":"B","more":{"deep":[1]}}"#,
      "c": #"{"id":"c","title":"C","stars":"many"}"#,
      "d": #"{"id":"d","title":"D","stars":9223372036854775807}"#,
      "e": #"{"id":"e","title":"E","stars":92233720368547758080}"#,
      "g": #"{"id":"g","title":"\#(long)"}"#, "h": #"{"id":"h"}"#,
    ]
    for (id, json) in records.sorted(by: { $0.key < $1.key }) { try await world.put(id, in: "notes", json) }
    let report = try await device.sync()
    #expect(report.stopped == nil)
    #expect(
      Set(report.unreadable.map(\.id)) == ["a", "c", "e", "h"], "\(report.unreadable.map(\.error.message))")
    #expect(
      try device.rows("SELECT id, length(title), stars FROM Note ORDER BY id") == [
        "b|1|-", "d|1|9223372036854775807", "g|200000|-", "n0|2|-",
      ])
    // What the model does not know stays at the server when we change the rest.
    try device.run("UPDATE Note SET title = 'BB' WHERE id = 'b'")
    try await device.sync()
    let there = try await world.records("notes").first { $0["id"] == "b" }
    #expect(there?["more"]?["deep"] == [1] && there?["title"] == "BB")
    // Mended there, it comes.
    try await world.put("a", in: "notes", #"{"id":"a","title":"A"}"#)
    #expect(try await device.sync().changes["Note"] == [.text("a"): .inserted])
  }

  @Test("25: a sync that is cancelled stops at once and goes on from there")
  func cancelled() async throws {
    let world = try await KintoWorld()
    let writer = try world.device(KintoWorld.notesOnly)
    try writer.makeNotes(1000)
    try await writer.sync()
    let device = try world.device(KintoWorld.notesOnly) { $0.pageSize = 20 }
    let (pages, wake) = AsyncStream<Int>.makeStream()
    let progress = SyncProgress { wake.yield($0.completed) }
    let session = device.session
    let task = Task { try await session.sync(.both, progress: progress) }
    for await completed in pages where completed >= 100 { break }
    task.cancel()
    _ = await task.result
    let half = try device.count("SELECT count(*) FROM Note")
    #expect(half >= 100 && half < 1000)
    #expect(try device.rows("SELECT count(*) FROM _rowsmith_sync_state WHERE name = 'owner'") == ["0"])
    let report = try await device.sync()
    #expect(report.stopped == nil && report.pushed == 0)
    #expect(try device.contents() == writer.contents())
  }
}
