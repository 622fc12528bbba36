import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// A server whose pages do not say the versions of their records, as lists and feeds of servers with `ETag` do not: who wants to
/// write reads the record before.
@Suite struct UnknownVersionTests {
  private let server = HookedServer()

  init() {
    server.guarantees.hasOrderedVersions = false
    server.changing { _, page in
      for index in page.records.indices { page.records[index].version = nil }
    }
    server.memory.put(#"{"id":"n","title":"Old","body":"Old"}"#, id: "n", in: "notes")
    server.memory.put(#"{"id":"a","title":"Other"}"#, id: "a", in: "notes")
  }

  private func log(_ device: Device) throws -> [String] {
    try device.rows("SELECT name, base, mine, theirs, winner FROM _rowsmith_conflicts ORDER BY id")
  }

  /// A device that has both notes, of which somebody else has changed the first one since, sends a change of the second one,
  /// and does something to the first one when it comes to a step of that.
  private func push(at step: String, _ sql: String, deleteConflict: DeleteConflictPolicy = .editWins)
    async throws -> Device
  {
    let holder = DeviceHolder()
    var options = SyncOptions()
    options.failPoint = { name in
      guard name == step else { return }
      try holder.device?.run(sql + " AND (SELECT body FROM Note WHERE id = 'a') = 'Mine'")
    }
    let plan = Notes.plan(conflict: .clientWins, deleteConflict: deleteConflict)
    let device = try Device(server, plan, options: options)
    holder.device = device
    try await device.sync()
    server.memory.put(#"{"id":"n","title":"Theirs","body":"Old"}"#, id: "n", in: "notes")
    try device.run("UPDATE Note SET body = 'Mine' WHERE id = 'a'")
    try await device.sync(.push)
    try await device.sync(.push)
    return device
  }

  /// The changes and deletions that have left without a version.
  private var blind: [SyncRequest] {
    server.memory.requests.filter { request in
      request.kind != .create && !request.headers.contains { $0.name == "If-Match" }
    }
  }

  @Test(arguments: ["freezing", "sending", "sent"])
  func `a change that is made while a push is under way names the version, too`(_ step: String) async throws {
    let device = try await push(at: step, "UPDATE Note SET title = 'Mine' WHERE id = 'n' AND title = 'Old'")
    #expect(blind.isEmpty)
    #expect(server.memory.entries(in: "notes")["n"]?.json.contains("Mine") == true)
    #expect(try log(device) == ["title|Old|Mine|Theirs|mine"])
  }

  @Test(arguments: ["freezing", "sending", "sent"])
  func `a deletion that is made while a push is under way names the version, too`(_ step: String) async throws
  {
    let device = try await push(at: step, "DELETE FROM Note WHERE id = 'n'", deleteConflict: .deleteWins)
    #expect(blind.isEmpty)
    #expect(server.memory.entries(in: "notes")["n"]?.isDeleted == true)
    #expect(try device.rows("SELECT theirs FROM _rowsmith_conflicts").first?.contains("Theirs") == true)
  }

  @Test func `a row that INSERT OR REPLACE took the place of names the version, too`() async throws {
    // Who has written later would be a matter of milliseconds here.
    let device = try Device(server, Notes.plan(conflict: .clientWins))
    try await device.sync()
    server.memory.put(#"{"id":"n","title":"Theirs","body":"Old"}"#, id: "n", in: "notes")
    try device.run("INSERT OR REPLACE INTO Note (id, title, body) VALUES ('n', 'Mine', 'Old')")
    for _ in 0..<2 { try await device.sync(.push) }
    #expect(blind.isEmpty)
    #expect(try log(device) == ["title|-|Mine|Theirs|mine"])
    #expect(server.memory.entries(in: "notes")["n"]?.json.contains("Mine") == true)
  }
}

/// A device that a fail point writes at, which is told of it before the first sync.
private final class DeviceHolder: @unchecked Sendable {
  /// Guards what follows.
  private let lock = NSLock()
  private var held: Device?

  var device: Device? {
    get { lock.withLock { held } }
    set { lock.withLock { held = newValue } }
  }
}
