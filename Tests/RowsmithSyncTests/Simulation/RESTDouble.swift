import Foundation
import Rowsmith
import RowsmithClient

/// A server with routes in the process, as that of `Tests/Server` is: versions, idempotency keys, tombstones, lists of what is
/// new, a feed of changes, batches.
final class RESTDouble: ServerDouble, @unchecked Sendable {
  let clock: VirtualClock
  /// Collections whose records it gives numbers of its own.
  let numbered: Set<String>
  /// Whether versions are tags, and no members of records.
  private let hasTags: Bool
  /// Guards everything below.
  private let lock = NSLock()
  var collections: [String: [String: Record]] = [:]
  var sequence = 0
  private var answered: [String: (request: String, answer: DoubleAnswer)] = [:]
  private var dice: SimulatedDice

  /// A record or its tombstone.
  struct Record {
    var id: String
    var number: Int
    var version = 1
    var updated: Int64
    /// The number of its last change.
    var sequence: Int
    /// Its members, without what the server adds; nil for a tombstone.
    var members: [JSONValue.Member]?
  }

  init(_ clock: VirtualClock, numbered: Set<String>, hasTags: Bool, seed: UInt64) {
    (self.clock, self.numbered, self.hasTags) = (clock, numbered, hasTags)
    dice = SimulatedDice(seed: seed)
  }

  /// The records of a collection that are alive, as JSON with the keys that their makers gave them.
  func living(_ collection: String) -> [String: String] {
    lock.withLock {
      (collections[collection] ?? [:]).compactMapValues { living($0)?.text }
    }
  }

  /// A record; nil where it is not there, or not any more.
  func living(_ id: String, in collection: String) -> String? {
    lock.withLock { collections[collection]?[id].flatMap(living)?.text }
  }

  private func living(_ record: Record) -> JSONValue? {
    guard let members = record.members else { return nil }
    return .object(
      [.init("id", .string(record.id))]
        + members.filter { !["id", "uuid"].contains($0.key) }.map { member in
          guard RESTDouble.leadsToFolder(member.key, members), numbered.contains("folders"),
            case .number(let number) = member.value
          else { return member }
          let folder = collections["folders"]?.values.first { String($0.number) == number }
          return .init(member.key, folder.map { .string($0.id) } ?? member.value)
        })
  }

  private static func leadsToFolder(_ name: String, _ members: [JSONValue.Member]) -> Bool {
    if name == "folder" { return true }
    return SimulatedModel.choices.contains { choice in
      name == "\(choice)_id"
        && members.contains { $0.key == "\(choice)_type" && $0.value == .string("folder") }
    }
  }

  // MARK: ServerDouble

  func answer(_ request: DoubleRequest) -> DoubleAnswer {
    lock.withLock {
      guard request.method != "GET", let key = request.headers["idempotency-key"] else {
        return carryOut(request)
      }
      let text = "\(request.method) \(request.path) \(request.body.text)"
      if let before = answered[key] { return before.request == text ? before.answer : error(422) }
      let answer = carryOut(request)
      if (200..<300).contains(answer.status) { answered[key] = (text, answer) }
      return answer
    }
  }

  func batch(_ request: DoubleRequest) -> [DoubleRequest]? {
    guard request.path == "/batch", case .array(let items)? = request.body["batch"] else { return nil }
    return items.map { item in
      let url = URLComponents(string: item.text("uri") ?? "")
      var read = DoubleRequest(method: item.text("method") ?? "GET", path: url?.path ?? "")
      for parameter in url?.queryItems ?? [] { read.parameters[parameter.name] = parameter.value ?? "" }
      for member in (item["headers"] ?? .null).members {
        read.headers[member.key.lowercased()] = member.value.string
      }
      read.body = item.text("body").flatMap { try? JSONValue(parsing: $0) } ?? .null
      return read
    }
  }

  func answer(to batch: [DoubleRequest], of answers: [DoubleAnswer]) -> DoubleAnswer {
    let items = answers.map { answer -> JSONValue in
      .object([
        .init("code", .init(answer.status)),
        .init("headers", .object(answer.headers.map { .init($0.0, .string($0.1)) })),
        .init("body", answer.status == 204 ? .null : .string(answer.body.text)),
      ])
    }
    return DoubleAnswer(status: 200, body: .array(items))
  }

  func error(_ status: Int) -> DoubleAnswer {
    var answer = DoubleAnswer(status: status, body: ["error": "no"])
    if status == 503 { answer.headers.append(("Retry-After", "3")) }
    return answer
  }

  var refusal: DoubleAnswer { error(422) }

  /// Of lists that are asked for everything, nothing can be forgotten.
  func forgetting(_ request: DoubleRequest) -> DoubleAnswer? {
    guard request.parameters["since"] ?? request.parameters["updated_since"] != nil else { return nil }
    var answer = error(410)
    answer.body = ["reset": true]
    return answer
  }

  /// A creation by POST is done once for each key of its maker's.
  func isBlind(_ request: DoubleRequest) -> Bool {
    guard request.components.count == 2 else { return false }
    return switch request.method {
    case "PUT": request.headers["if-none-match"] == nil
    case "PATCH" where !hasTags: request.body["lock_version"] == nil
    case "DELETE" where !hasTags: request.parameters["lock_version"] == nil
    case "PATCH", "DELETE": request.headers["if-match"] == nil
    default: false
    }
  }

  func record(of request: DoubleRequest) -> (id: String, collection: String)? {
    let parts = request.components
    guard let collection = parts.first, SimulatedModel.collections.contains(collection) else { return nil }
    return lock.withLock {
      let id =
        parts.count == 1
        ? key(of: request.body, in: collection) : record(parts[1], in: collection)?.id ?? parts[1]
      return id.map { ($0, collection) }
    }
  }

  // MARK: Records

  /// The key that the maker of a record has given it.
  func key(of json: JSONValue, in collection: String) -> String? {
    json.text(numbered.contains(collection) ? "uuid" : "id")
  }

  /// The record that a path names.
  func record(_ key: String, in collection: String) -> Record? {
    guard numbered.contains(collection) else { return collections[collection]?[key] }
    return collections[collection]?.values.first { String($0.number) == key }
  }

  /// A record or tombstone as the server shows it.
  func json(_ record: Record, in collection: String) -> JSONValue {
    var json: [JSONValue.Member] =
      numbered.contains(collection)
      ? [.init("id", .init(record.number)), .init("uuid", .string(record.id))]
      : [.init("id", .string(record.id))]
    json += [
      .init("lock_version", .init(record.version)),
      .init("updated_at", .string(RESTDouble.text(record.updated))),
      .init("deleted", .bool(record.members == nil)),
    ]
    let own = Set(json.map(\.key))
    return .object(json + (record.members ?? []).filter { !own.contains($0.key) })
  }

  static func text(_ time: Int64) -> String {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    return Date(timeIntervalSince1970: Double(time) / 1000).formatted(style)
  }

  /// Keeps a state of a record. Now and then it has a time that has passed, as where that is given before the commit.
  func keep(_ id: String, in collection: String, _ members: [JSONValue.Member]?) -> Record {
    let before = collections[collection]?[id]
    sequence += 1
    let now = Int64(clock.now * 1000)
    let late = now - Int64(dice.number(1..<800))
    let time = dice.happens(0.2) && late > before?.updated ?? 0 ? late : max(now, (before?.updated ?? 0) + 1)
    var record = Record(
      id: id, number: before?.number ?? (collections[collection]?.count ?? 0) + 1, updated: time,
      sequence: sequence, members: members)
    record.version = (before?.version ?? 0) + 1
    collections[collection, default: [:]][id] = record
    return record
  }
}
