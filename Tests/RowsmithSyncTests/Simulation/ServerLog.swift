import Foundation
import Rowsmith
import RowsmithSync

/// Every state that a record has had at the server.
final class ServerLog: @unchecked Sendable {
  /// A state of a record, by the client that brought it about.
  struct State: Sendable {
    var client: Int
    /// Its JSON; nil where it was deleted.
    var json: String?
  }

  private let server: any SimulatedBackend
  /// Guards `states`.
  private let lock = NSLock()
  private var states: [String: [String: [State]]] = [:]

  init(_ server: any SimulatedBackend) { self.server = server }

  /// The states that a record has had, the first one first.
  func states(of id: String, in collection: String) -> [State] {
    lock.withLock { states[collection]?[id] ?? [] }
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
