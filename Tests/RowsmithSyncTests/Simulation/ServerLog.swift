import Foundation
import Rowsmith
import RowsmithSync

/// Every state that a record has had at the server, and the writes that came to it without a condition.
final class ServerLog: @unchecked Sendable {
  /// A state of a record, by the client that brought it about.
  struct State: Sendable {
    var client: Int
    /// Its JSON; nil where it was deleted.
    var json: String?
  }

  private let server: any SimulatedBackend
  /// Guards what follows.
  private let lock = NSLock()
  private var states: [String: [String: [State]]] = [:]
  private var blind: [String] = []

  init(_ server: any SimulatedBackend) { self.server = server }

  /// The states that a record has had, the first one first.
  func states(of id: String, in collection: String) -> [State] {
    lock.withLock { states[collection]?[id] ?? [] }
  }

  /// The writes that have come without the version that they were made from, though the server has versions: whatever they found,
  /// they would have taken the place of it.
  var blindWrites: [String] { lock.withLock { blind } }

  /// Notes a write that names no version.
  func note(blind write: String, of client: Int) {
    lock.withLock { blind.append("client \(client) sent \(write) without a version") }
  }

  /// Looks at what a request has done to a record.
  func note(_ id: String, in collection: String, of client: Int) {
    let now = server.record(id, in: collection)
    lock.withLock {
      let last = states[collection]?[id]?.last
      if last == nil ? now != nil : last?.json != now {
        states[collection, default: [:]][id, default: []].append(State(client: client, json: now))
      }
    }
  }
}
