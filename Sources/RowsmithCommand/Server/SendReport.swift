import Rowsmith
import RowsmithClient
import RowsmithSchema

/// What came of the calls of one `rowsmith send`.
struct SendReport {
  /// What came of one of them.
  struct Entry {
    var route: String
    /// The key of the record, as it was given.
    var key: String?
    var result: Result<Answer<Void>, ClientError>
    /// The record as it is in the database now.
    var record: JSONValue?
  }

  /// The entity of the records; nil where there are none.
  let entity: String?
  let store: Store
  private(set) var entries: [Entry] = []

  init(entity: String?, store: Store) {
    self.entity = entity
    self.store = store
  }

  /// Whether a call failed. One that waits in the queue did not.
  var hasFailure: Bool { entries.contains { if case .failure = $0.result { true } else { false } } }

  mutating func add(
    _ answer: Answer<Void>, keys: [(entity: String, key: [StoredValue])], route: String, key: String?
  ) {
    let found = keys.first ?? entity.flatMap { name in answer.singleKey.map { (name, $0) } }
    let record = found.flatMap { self.record($0.entity, $0.key) }
    entries.append(Entry(route: route, key: key, result: .success(answer), record: record))
  }

  mutating func add(_ error: ClientError, route: String, key: String?) {
    entries.append(Entry(route: route, key: key, result: .failure(error)))
  }

  /// A record in the spelling of the server; nil where it is no more.
  private func record(_ entity: String, _ key: [StoredValue]) -> JSONValue? {
    var bytes: [UInt8] = []
    guard (try? store.exportJSON(entity: entity, keys: [key]) { bytes += $0 }) != nil,
      case .array(let records)? = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    else { return nil }
    return records.first
  }
}
