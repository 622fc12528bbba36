import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// In which order rows are sent.
@Suite struct OrderTests {
  private func order(_ server: MemorySyncServer) -> [String] { server.requests.map(\.id) }

  @Test("Parents leave before children, also along a chain")
  func parentsLeaveBeforeChildrenAlsoAlongAChain() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    // Each folder's parent has a later key.
    for number in 0..<60 {
      try device.run(
        "INSERT INTO Folder (id, name, parent) VALUES ('f\(100 + number)', 'x', 'f\(101 + number)')")
    }
    try device.run("INSERT INTO Folder (id, name) VALUES ('f160', 'root')")
    try device.run("INSERT INTO Note (id, title, folder) VALUES ('a', 'A', 'f100')")
    #expect(try await device.sync().pushed == 62)
    #expect(order(server) == (0...60).reversed().map { "f\(100 + $0)" } + ["a"])
  }

  @Test(.timeLimit(.minutes(20))) func `a chain of new rows is not searched once for each of them`()
    async throws
  {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
      INSERT INTO Folder (id, name, parent)
      SELECT printf('f%04d', i), 'x', CASE WHEN i < 1999 THEN printf('f%04d', i + 1) END FROM n
      """)
    #expect(try await device.sync().pushed == 2000)
    #expect(order(server) == (0..<2000).reversed().map { "f\(String($0 + 10_000).dropFirst())" })
  }

  @Test func `a chain goes on in the same round if more rows than fit into a batch hang on each of its rows`()
    async throws
  {
    let server = MemorySyncServer()
    let device = try Device(server)
    // Twelve rows refer to each row of the chain, and come before the next one.
    try device.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 21)
      INSERT INTO Folder (id, name, parent)
      SELECT 'a' || c.column1 || '-' || n.i, 'x', 'f' || c.column1 FROM n, (VALUES (0), (1), (2)) AS c
      """)
    try device.run(
      "INSERT INTO Folder (id, name, parent) VALUES ('f0', 'x', 'f1'), ('f1', 'x', 'f2'), ('f2', 'x', NULL)")
    // Another table comes when the round of the first one has ended.
    try device.run("INSERT INTO Note (id, title) VALUES ('n', 'A')")
    #expect(try await device.sync().pushed == 40)
    let wanted: [String] = [2, 1, 0].flatMap { (row: Int) -> [String] in
      ["f\(row)"] + (10...21).map { "a\(row)-\($0)" }
    }
    #expect(order(server) == wanted + ["n"])
  }

  @Test("Rows that lead to each other leave all the same")
  func rowsThatLeadToEachOtherLeaveAllTheSame() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run(
      "INSERT INTO Folder (id, name, parent) VALUES ('f1', 'x', 'f2'), ('f2', 'x', 'f1'), ('f3', 'x', 'f3')")
    #expect(try await device.sync().pushed == 3)
  }

  @Test("Children of a row that was refused wait, and others leave")
  func childrenOfARowThatWasRefusedWait() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    server.fail { $0.id == "f1" ? .refused(SyncError(.refused, "no")) : nil }
    try device.run(
      "INSERT INTO Folder (id, name, parent) VALUES ('f1', 'x', NULL), ('f2', 'x', 'f1'), ('f3', 'x', 'f2')")
    try device.run("INSERT INTO Note (id, title, folder) VALUES ('a', 'A', 'f3'), ('b', 'B', NULL)")
    #expect(try await device.sync().pushed == 1)
    #expect(order(server) == ["f1", "b"])
    server.fail(nil)
    try await device.session.retry("Folder", key: .text("f1"))
    #expect(try await device.sync().pushed == 4)
  }

  @Test(.timeLimit(.minutes(20))) func `a deep chain of rows waits for one that was refused`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    server.fail { $0.id == "root" ? .refused(SyncError(.refused, "no")) : nil }
    // Each folder's parent has a later key.
    try device.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 5999)
      INSERT INTO Folder (id, name, parent)
      SELECT printf('f%04d', i), 'x', CASE i WHEN 5999 THEN 'root' ELSE printf('f%04d', i + 1) END FROM n
      """)
    try device.run("INSERT INTO Folder (id, name) VALUES ('root', 'x')")
    let report = try await device.sync()
    #expect(report.stopped == nil && report.pushed == 0 && report.setAside.map(\.id) == ["root"])
    #expect(order(server) == ["root"])
  }

  @Test(
    .timeLimit(.minutes(20)),
    arguments: [
      // A doubly linked list.
      """
      SELECT 'i' || i, CASE WHEN i < 4999 THEN 'i' || (i + 1) END, CASE WHEN i > 1000 THEN 'i' || (i - 1) END FROM n
      """,
      // A ring.
      "SELECT 'i' || i, 'i' || CASE WHEN i < 4999 THEN i + 1 ELSE 1000 END, NULL FROM n",
      // A chain that leads to a circle.
      """
      SELECT 'i' || i, 'i' || CASE WHEN i < 4999 THEN i + 1 ELSE 4998 END, NULL FROM n
      """,
      // Rows that refer to those of a doubly linked list.
      """
      SELECT 'i' || i, CASE WHEN i < 3000 THEN 'i' || (i + 2000) WHEN i < 4999 THEN 'i' || (i + 1) END,
      CASE WHEN i > 3000 THEN 'i' || (i - 1) END FROM n
      """,
    ])
  func `new rows that lead to many others are not searched once for each of them`(rows: String) async throws {
    let server = MemorySyncServer()
    let model = """
      entities:
        Item:
          attributes: { id: String }
          relationships: { next: { to: Item?, inverse: none }, previous: { to: Item?, inverse: none } }
      """
    let device = try Device(server, model: model, .init("Item", collection: "items"))
    try device.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
      INSERT INTO Item (id, next, previous) \(rows)
      """)
    #expect(try await device.sync().pushed == 4000)
    #expect(Set(order(server)).count == 4000)
  }

  @Test("Deletions leave last, and children first")
  func deletionsLeaveLastAndChildrenFirst() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Folder (id, name) VALUES ('f1', 'x')")
    try device.run("INSERT INTO Note (id, title, folder) VALUES ('a', 'A', 'f1')")
    try await device.sync()
    let sent = server.requests.count
    try device.run("DELETE FROM Folder")
    try device.run("DELETE FROM Note")
    try device.run("INSERT INTO Tag (id) VALUES ('t1')")
    try await device.sync()
    #expect(Array(order(server).dropFirst(sent)) == ["t1", "a", "f1"])
  }

  @Test func `of rows that refer to each other children are deleted first, too`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Folder (id, name) VALUES ('a', 'x')")
    try device.run(
      "INSERT INTO Folder (id, name, parent) VALUES ('b', 'x', 'a'), ('c', 'x', 'b'), ('d', 'x', 'a')")
    try device.run(
      "INSERT INTO Folder (id, name, parent) VALUES ('p', 'x', 'q'), ('q', 'x', 'p'), ('s', 'x', 's')")
    try await device.sync()
    let sent = server.requests.count
    try device.run("DELETE FROM Folder")
    try await device.sync()
    #expect(Array(order(server).dropFirst(sent)) == ["c", "d", "s", "b", "a", "p", "q"])
    #expect(try device.rows("SELECT * FROM _rowsmith_sync_unsent").isEmpty)
  }

  @Test func `a chain of deleted rows is not searched once for each of them`() async throws {
    let searches = Guarded(0)
    var options = StoreOptions()
    options.trace = StatementTrace { statement in
      if statement.sql.contains("u.kind = 3") { searches.withLock { $0 += 1 } }
    }
    let server = MemorySyncServer()
    let store = try Store(.memory, schema: Notes.schema, options: options)
    let device = Device(
      store: store, session: try SyncSession(store: store, plan: Notes.plan(), server: server))
    // Each folder's parent is the next one, and has two more.
    try device.run(
      """
      WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
      INSERT INTO Folder (id, name, parent) SELECT 'f' || i, 'x', CASE WHEN i < 299 THEN 'f' || (i + 1) END FROM n
      UNION ALL SELECT k.column1 || i, 'x', 'f' || i FROM n, (VALUES ('a'), ('z')) AS k
      """)
    try await device.sync()
    let sent = server.requests.count
    try device.run("DELETE FROM Folder")
    searches.withLock { $0 = 0 }
    #expect(try await device.sync().pushed == 600)
    let deleted = order(server).dropFirst(sent)
    #expect(deleted.filter { $0.hasPrefix("f") } == (100..<300).map { "f\($0)" })
    #expect(deleted.prefix(400).allSatisfy { !$0.hasPrefix("f") })
    #expect(searches.withLock { $0 } < 150)
    #expect(try device.rows("SELECT * FROM _rowsmith_sync_unsent").isEmpty)
  }

  @Test func `of a chain of deleted rows those behind one that was refused wait`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run(
      """
      INSERT INTO Folder (id, name, parent)
      VALUES ('a', 'x', 'b'), ('b', 'x', 'c'), ('c', 'x', 'd'), ('d', 'x', NULL), ('e', 'x', 'd'), ('k', 'x', 'l'),
      ('l', 'x', NULL)
      """)
    try await device.sync()
    let sent = server.requests.count
    server.fail { $0.id == "b" ? .refused(SyncError(.refused, "no")) : nil }
    try device.run("DELETE FROM Folder")
    let report = try await device.sync()
    // What is left goes without that order, as the server may take it all the same.
    #expect(Array(order(server).dropFirst(sent)) == ["a", "e", "k", "b", "l", "c", "d"])
    #expect(report.setAside.map(\.id) == ["b"])
  }

  @Test func `what a list names leaves before the record with the list`() async throws {
    let text = Notes.yaml.replacingOccurrences(
      of: "relationships: { parent: Folder? }",
      with: #"relationships: { parent: Folder?, marks: { to: "[Tag]" } }"#)
    let model = ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes")
    let server = MemorySyncServer()
    let plan = SyncPlan(
      server: "memory",
      entities: [
        .init("Folder", collection: "folders", links: [.init("marks", .array)]),
        .init("Tag", collection: "tags"),
      ])
    let device = try Device(server, plan, schema: try #require(model.schema))
    try device.run("INSERT INTO Folder (id, name) VALUES ('a', 'A')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1')")
    try device.run("INSERT INTO Folder_marks (source, target) VALUES ('a', 't1')")
    try await device.sync()
    #expect(order(server) == ["t1", "a"])
  }

  @Test func `a record that leads to a new one that is not sent any more is sent`() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Folder (id, name) VALUES ('f1', 'F')")
    try device.run("INSERT INTO Note (id, title, folder) VALUES ('n1', 'A', 'f1')")
    var plan = Notes.plan()
    for index in plan.entities.indices where plan.entities[index].name == "Folder" {
      plan.entities[index].direction = .pull
    }
    let later = Device(
      store: device.store, session: try SyncSession(store: device.store, plan: plan, server: server))
    let report = try await later.sync()
    #expect(report.pushed == 1 && report.waiting == 0)
    #expect(server.entries(in: "notes").keys.sorted() == ["n1"])
  }
}
