import Foundation
import Rowsmith
import RowsmithSchema
import RowsmithSync
import TestSupport

/// Does things that users do, drawn from a seed. Titles are written by the device that made the meeting alone, places by the
/// others: what must be there in the end does not depend on who was first.
struct Worker {
  let session: SyncSession
  let device: String
  var random: Draws

  init(session: SyncSession, device: String, seed: UInt64) {
    self.session = session
    self.device = device
    random = Draws(seed: seed)
  }

  mutating func work(_ count: Int, pause: Duration) async throws {
    for step in 0..<count {
      let token = "\(device)-\(random.below(1 << 40))"
      try await act(token)
      say("step", step)
      if random.below(3) == 0 { await synchronise() }
      try await Task.sleep(for: pause)
    }
  }

  private func synchronise() async {
    do {
      let report = try await session.sync()
      for problem in report.setAside { say("refused", problem.error) }
      if let stopped = report.stopped { say("stopped", stopped) }
    } catch let error as SyncError where error.reason == .busy {
      say("busy")
    } catch {
      say("failed", error)
    }
  }

  private mutating func act(_ token: String) async throws {
    switch random.below(10) {
    case 0...3: try await make(token)
    case 4...6: try await write("title", token, "id LIKE ?1 || '-%'")
    case 7, 8: try await write("place", token, "id NOT LIKE ?1 || '-%'")
    default: try await remove()
    }
  }

  private func make(_ token: String) async throws {
    try await session.store.write { db in
      try db.run("INSERT INTO Meeting (id, title) VALUES (?1, ?1)", [.text(token)])
      try db.wish(token, "title", .text(token))
    }
  }

  /// Gives one of the meetings that are not to go another value.
  private mutating func write(_ member: String, _ token: String, _ condition: String) async throws {
    let (device, draw) = (device, random.below(1 << 30))
    try await session.store.write { db in
      guard let id = try db.any(condition, device, draw) else { return }
      try db.run("UPDATE Meeting SET \(member) = ?2 WHERE id = ?1", [.text(id), .text(token)])
      try db.wish(id, member, .text(token))
    }
  }

  private mutating func remove() async throws {
    let (device, draw) = (device, random.below(1 << 30))
    try await session.store.write { db in
      guard let id = try db.any("id LIKE ?1 || '-%'", device, draw) else { return }
      // Who deletes has seen what it deletes.
      let place = try db.rows("SELECT place FROM Meeting WHERE id = ?1", [.text(id)]).first?.values.first
      try db.run("DELETE FROM Meeting WHERE id = ?1", [.text(id)])
      try db.wish(id, "gone", place ?? .null)
    }
  }
}

extension WriteTransaction {
  fileprivate func wish(_ meeting: String, _ member: String, _ value: StoredValue) throws {
    try run(
      "INSERT INTO Wish (id, meeting, member, value) VALUES (?1 || ' ' || ?2, ?1, ?2, ?3) ON CONFLICT (id) DO UPDATE SET value = ?3",
      [.text(meeting), .text(member), value])
  }

  fileprivate func any(_ condition: String, _ device: String, _ draw: Int) throws -> String? {
    let found = try rows(
      "SELECT id FROM Meeting AS m WHERE \(condition) AND NOT EXISTS "
        + "(SELECT 1 FROM Wish WHERE meeting = m.id AND member = 'gone') ORDER BY id", [.text(device)])
    return found.isEmpty ? nil : found[draw % found.count].text("id")
  }
}
