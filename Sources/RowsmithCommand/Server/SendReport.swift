import Rowsmith
import RowsmithClient
import RowsmithSchema

/// The results of the calls of `rowsmith send`.
struct SendReport {
  /// The result of a call.
  struct Entry {
    var route: String
    /// The key of the record, as given.
    var key: String?
    var result: Result<Answer<Void>, ClientError>
    /// The record in the database after the call.
    var record: JSONValue?
    /// Why a queued call waits, if it has left; `nil` if there is no connection.
    var reason: String?
  }

  /// The entity of the records; `nil` if there are none.
  let entity: String?
  let store: Store
  private(set) var entries: [Entry] = []

  init(entity: String?, store: Store) {
    self.entity = entity
    self.store = store
  }

  /// Whether a call failed. A queued call has not failed.
  var hasFailure: Bool { entries.contains { if case .failure = $0.result { true } else { false } } }

  mutating func add(
    _ answer: Answer<Void>, keys: [(entity: String, key: [StoredValue])], route: String, key: String?
  ) {
    let found = keys.first ?? entity.flatMap { name in answer.singleKey.map { (name, $0) } }
    let record = found.flatMap { self.record($0.entity, $0.key) }
    let item = answer.queueItem.flatMap { try? QueueItem.item($0, in: store) }
    let reason = item.flatMap { item in
      item.attempts > 0 ? item.message : item.message == nil ? "it comes after a request before it" : nil
    }
    entries.append(
      Entry(route: route, key: key, result: .success(answer), record: record, reason: reason))
  }

  mutating func add(_ error: ClientError, route: String, key: String?) {
    entries.append(Entry(route: route, key: key, result: .failure(error)))
  }

  /// A record in the server's JSON; `nil` if it no longer exists.
  private func record(_ entity: String, _ key: [StoredValue]) -> JSONValue? {
    var bytes: [UInt8] = []
    guard (try? store.exportJSON(entity: entity, keys: [key]) { bytes += $0 }) != nil,
      case .array(let records)? = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    else { return nil }
    return records.first
  }
}
