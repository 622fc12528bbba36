import Rowsmith
import RowsmithSync
import TestSupport
import Testing

/// What leaves, and how often: requirements 2, 3, 4, 16, 17, 28, 29 on a real Kinto.
@Suite(.serialized) struct KintoRequestProofTests {
  @Test("2: a sync sends what it must, and nothing else")
  func requestCounts() async throws {
    let world = try await KintoWorld()
    let transport = ListeningTransport()
    let device = try world.device(KintoWorld.notesOnly, transport)
    try device.makeNotes(1)
    try await device.sync()
    let before = transport.requests.count
    // Made and deleted before it left, edited three times, changed there and back: one request remains.
    try device.run("INSERT INTO Note (id, title) VALUES ('gone', 'A')")
    try device.run("DELETE FROM Note WHERE id = 'gone'")
    try device.run("INSERT INTO Note (id, title) VALUES ('m', 'A')")
    for title in ["B", "C", "D"] { try device.run("UPDATE Note SET title = '\(title)' WHERE id = 'm'") }
    for title in ["X", "T0"] { try device.run("UPDATE Note SET title = '\(title)' WHERE id = 'n0'") }
    let report = try await device.sync()
    #expect(report.pushed == 1)
    let records = "/v1/buckets/\(world.bucket)/collections/notes/records"
    #expect(
      Array(transport.requests.dropFirst(before)) == [
        "GET /v1/", "GET \(records)", "PUT \(records)/m", "GET \(records)",
      ])
  }

  @Test("2: a child waits for its parent, whatever their keys are")
  func parentsFirst() async throws {
    let world = try await KintoWorld()
    let transport = ListeningTransport()
    let device = try world.device(Notes.plan(), transport)
    try device.run(
      "INSERT INTO Folder (id, name, parent) VALUES ('a', 'A', 'b'), ('b', 'B', 'c'), ('c', 'C', NULL)")
    try device.run("INSERT INTO Note (id, title, folder) VALUES ('n', 'N', 'a')")
    #expect(try await device.sync().pushed == 4)
    let made = transport.requests.filter { $0.hasPrefix("PUT") && $0.contains("/records/") }
    // The first of a collection that is not there yet goes once more.
    var order: [String] = []
    for id in made.compactMap({ $0.split(separator: "/").last.map(String.init) }) where id != order.last {
      order.append(id)
    }
    #expect(order == ["c", "b", "a", "n"])
  }

  @Test(
    "4: 500 rows are created once, though three of ten answers are lost",
    arguments: TestKinto.Backend.allCases)
  func lostAnswers(_ backend: TestKinto.Backend) async throws {
    let world = try await KintoWorld(backend)
    let transport = ListeningTransport(seed: 7)
    let device = try world.device(KintoWorld.notesOnly, transport) { $0.retries.maximumAttempts = 1 }
    let count = 500
    try device.makeNotes(count)
    transport.loseAnswers(0.3)
    var syncs = 0
    repeat {
      try await device.sync()
      syncs += 1
    } while try device.count("SELECT count(*) FROM _rowsmith_sync_unsent") > 0 && syncs < 100
    transport.loseAnswers(0)
    #expect(syncs > 1, "no answer was lost")
    let last = try await device.sync()
    #expect(last.waiting == 0 && last.setAside.isEmpty && last.stopped == nil && last.conflicts == 0)
    #expect(try await world.records("notes").count == count)
    #expect(try device.count("SELECT count(*) FROM Note") == count)
    #expect(try device.count("SELECT count(*) FROM _rowsmith_conflicts") == 0)
  }

  @Test("16: one row that the server refuses does not hold up 499 others")
  func poison() async throws {
    let world = try await KintoWorld()
    let device = try world.device(KintoWorld.notesOnly)
    try device.makeNotes(499)
    // An id that Kinto does not take.
    try device.run("INSERT INTO Note (id, title) VALUES ('n100 !', 'poison')")
    let report = try await device.sync()
    #expect(
      report.pushed == 499 && report.setAside.map(\.id) == ["n100 !"] && report.stopped == nil, "\(report)")
    #expect(try await world.records("notes").count == 499)
    let state = try await device.store.fetch(try device.session.state(of: "Note", key: .text("n100 !")))
    guard case .setAside = state else {
      Issue.record("\(state)")
      return
    }
    let next = try await device.sync()
    #expect(next.pushed == 0 && next.waiting == 0 && next.setAside.isEmpty)
    try await device.session.discard("Note", key: .text("n100 !"))
    #expect(try device.count("SELECT count(*) FROM Note") == 499)
    #expect(try await device.sync().setAside.isEmpty)
  }

  @Test("28: rows that nobody has touched cost one request for each collection, and one that asks who it is")
  func idle() async throws {
    let world = try await KintoWorld()
    let transport = ListeningTransport()
    let device = try world.device(Notes.plan(), transport)
    let count = proofRows(1000)
    try device.makeNotes(count)
    #expect(try await device.sync().pushed == count)
    // The overlap of five seconds is read once more, and brings nothing new.
    let before = transport.requests.count
    let report = try await device.sync()
    #expect(report.isEmpty && report.stopped == nil && report.requests == 6)
    let sent = transport.requests.dropFirst(before)
    #expect(sent.filter { $0.hasSuffix("/records") }.count == 5, "\(sent)")
    #expect(sent.first == "GET /v1/" && sent.count == 6, "\(sent)")
  }

  @Test("29: what would be sent is said without sending it; the report and SQL say what was done")
  func observability() async throws {
    let world = try await KintoWorld()
    let transport = ListeningTransport()
    let device = try world.device(KintoWorld.notesOnly, transport)
    try device.makeNotes(2)
    try await device.sync()
    try device.run("UPDATE Note SET title = 'A', stars = 1 WHERE id = 'n0'")
    try device.run("DELETE FROM Note WHERE id = 'n1'")
    try device.makeNotes(1, from: 2)
    let before = transport.requests.count
    let unsent = try await device.store.fetch(device.session.unsent())
    #expect(transport.requests.count == before)
    #expect(
      unsent.map { "\($0.kind) \($0.id) \($0.changed.joined(separator: ","))" } == [
        "change n0 stars,title", "create n2 ", "delete n1 ",
      ])
    let sent = transport.requests.count
    let report = try await device.sync()
    #expect(report.requests == transport.requests.count - sent)
    #expect(report.pushed == 3 && report.bytes > 0 && report.waiting == 0)
    #expect(try device.rows("SELECT collection, cursor > 0 FROM _rowsmith_sync_cursors") == ["Note|1"])
    #expect(try device.rows("SELECT key, state FROM _rowsmith_sync_rows") == ["n0|0", "n1|2", "n2|0"])
  }
}
