import Rowsmith
import RowsmithAPI
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// 9: conflicts are resolved by the policy: 6 policies and 6 meetings of two devices, on real servers.
@Suite(.serialized) struct KintoConflictMatrixTests {
  @Test(
    "9: each conflict ends as its policy says, on both devices and at the server",
    arguments: TestKinto.Backend.allCases, ConflictCell.all)
  func eachConflictEndsAsItsPolicySays(_ backend: TestKinto.Backend, _ cell: ConflictCell) async throws {
    let kinto = try await TestKinto.shared(backend)
    let bucket = TestKinto.bucket()
    try await ConflictTrial(cell, entity: "Note", second: "body", schema: Notes.schema) { _ in
      try KintoServer.test(kinto, bucket: bucket)
    }.run()
  }

  @Test(
    "9: what somebody decides stands everywhere",
    arguments: ConflictCell.all.filter { $0.log.hasSuffix("open") }, ["mine", "theirs"])
  func whatSomebodyDecidesStandsEverywhere(_ cell: ConflictCell, _ side: String) async throws {
    let kinto = try await TestKinto.shared(.memory)
    let bucket = TestKinto.bucket()
    let trial = try ConflictTrial(cell, entity: "Note", second: "body", schema: Notes.schema) { _ in
      try KintoServer.test(kinto, bucket: bucket)
    }
    let kept = side == "mine" ? cell.first : cell.meeting == .createCreate ? "theirs b" : cell.second
    try await trial.run(resolving: side == "mine" ? .mine : .theirs, to: kept)
  }
}

extension RESTRealTests {
  /// The same on a server of routes.
  @Suite struct RESTConflictMatrixTests {
    @Test(
      "9: each conflict ends as its policy says, on both devices and at the server",
      arguments: ConflictCell.all)
    func eachConflictEndsAsItsPolicySays(_ cell: ConflictCell) async throws {
      let real = try await RESTRealServer()
      try await ConflictTrial(cell, entity: "Meeting", second: "place", schema: Meetings.schema()) {
        try real.adapter($0)
      }.run()
    }
  }
}

/// One meeting of two devices.
struct ConflictTrial {
  let cell: ConflictCell
  let entity: String
  /// The name of the second attribute; the first one is `title`.
  let secondName: String
  let server: any SyncServer
  let first, second: Device

  init(
    _ cell: ConflictCell, entity: String, second name: String, schema: Schema,
    _ server: (SyncPlan) throws -> any SyncServer
  ) throws {
    self.cell = cell
    self.entity = entity
    secondName = name
    let isREST = entity == "Meeting"
    let plan = SyncPlan(
      server: isREST ? "rest" : "kinto", settings: isREST ? [.init("version", "lockVersion")] : [],
      conflict: ConflictPolicy(rawValue: cell.policy) ?? .fieldMerge,
      entities: [
        .init(
          entity, collection: isREST ? "meetings" : "notes",
          settings: isREST ? [.init("create", "putMeeting")] : [])
      ])
    var options = SyncOptions()
    if cell.policy == "closure" {
      options.resolvers = [
        ConflictResolver(entity) { values in
          guard case .text(let mine) = values.mine, case .text(let theirs) = values.theirs else { return nil }
          return .text(mine + theirs)
        }
      ]
    }
    self.server = try server(plan)
    first = try Device(self.server, plan, options: options, schema: schema)
    self.second = try Device(try server(plan), plan, options: options, schema: schema)
  }

  func run(resolving resolution: ConflictResolution? = nil, to kept: String = "") async throws {
    if cell.meeting != .createCreate {
      try first.run("INSERT INTO \(entity) (id, title, \(secondName)) VALUES ('r', 'a', 'b')")
      try await first.sync()
      try await second.sync()
    }
    try act()
    try await settle()
    #expect(try row(first) == cell.first, "the first device")
    #expect(try row(second) == cell.second, "the second device")
    #expect(try await rowOfServer() == cell.server, "the server")
    #expect(try log(first) == cell.log)
    #expect(try log(second) == "")
    let isOpen = cell.log.hasSuffix("open")
    let state = try await first.store.fetch(try first.session.state(of: entity, key: .text("r")))
    #expect(state == (isOpen ? .inConflict : .synced))
    guard let resolution else { return }
    let conflict = try #require(try await first.store.fetch(first.session.conflicts(openOnly: true)).first)
    try await first.session.resolve(conflict.id, resolution)
    try await settle()
    #expect(try row(first) == kept)
    #expect(try row(second) == kept)
    #expect(try await rowOfServer() == kept)
    #expect(try await first.store.fetch(first.session.conflicts(openOnly: true)).isEmpty)
  }

  /// Has both do what they do, the second one at the server.
  private func act() throws {
    let edit = "UPDATE \(entity) SET title ="
    let delete = "DELETE FROM \(entity)"
    switch cell.meeting {
    case .sameField:
      try first.run("\(edit) 'mine'")
      try second.run("\(edit) 'theirs'")
    case .otherField:
      try first.run("\(edit) 'mine'")
      try second.run("UPDATE \(entity) SET \(secondName) = 'theirs'")
    case .editDelete:
      try first.run("\(edit) 'mine'")
      try second.run(delete)
    case .deleteEdit:
      try first.run(delete)
      try second.run("\(edit) 'theirs'")
    case .deleteDelete:
      try first.run(delete)
      try second.run(delete)
    case .createCreate:
      try first.run("INSERT INTO \(entity) (id, title, \(secondName)) VALUES ('r', 'mine', 'b')")
      try second.run("INSERT INTO \(entity) (id, title) VALUES ('r', 'theirs')")
    }
    // The devices stand on one machine: an hour tells their changes apart.
    let hour = cell.later == "mine" ? "+ 3600000" : "- 3600000"
    try first.run("UPDATE _rowsmith_sync_unsent SET at = at \(hour)")
    try first.run("UPDATE _rowsmith_sync_values SET at = at \(hour)")
  }

  private func settle() async throws {
    for device in [second, first, second, first] {
      let report = try await device.sync()
      #expect(report.stopped == nil && report.setAside.isEmpty && report.waiting == 0, "\(report)")
    }
    #expect(try await first.sync().isEmpty)
  }

  private func row(_ device: Device) throws -> String {
    try device.rows("SELECT title || ' ' || coalesce(\(secondName), '-') FROM \(entity)").first ?? "gone"
  }

  private func rowOfServer() async throws -> String {
    let collection = SyncCollection(name: entity, path: entity == "Meeting" ? "meetings" : "notes")
    guard let record = try await server.read(["r"], in: collection).first, !record.isDeleted else {
      return "gone"
    }
    let json = try JSONValue(parsing: String(decoding: record.json, as: UTF8.self))
    func text(_ member: String) -> String { if case .string(let text)? = json[member] { text } else { "-" } }
    return "\(text("title")) \(text(secondName))"
  }

  private func log(_ device: Device) throws -> String {
    try device.rows(
      """
      SELECT kind || ' ' || CASE name WHEN '\(secondName)' THEN 'second' ELSE coalesce(name, '-') END || ' ' || policy || ' '
        || coalesce(winner, 'open') FROM _rowsmith_conflicts ORDER BY id
      """
    ).joined(separator: ", ")
  }
}
