import Foundation
import Rowsmith
import RowsmithClient

/// A Kinto in the process: records, tombstones and timestamps as Kinto 26 has them in memory, permissions left out.
final class KintoDouble: ServerDouble, @unchecked Sendable {
  /// A record or its tombstone.
  struct Record {
    var modified: Int64
    /// Its members, without its id and time; nil for a tombstone.
    var members: [JSONValue.Member]?
  }

  private let clock: VirtualClock
  /// The share of changes that come late, as far as that is possible.
  private let late: Double
  /// Guards everything below.
  private let lock = NSLock()
  private var places: Set<String> = []
  private var collections: [String: [String: Record]] = [:]
  private var timestamps: [String: Int64] = [:]
  private var dice: SimulatedDice

  init(_ clock: VirtualClock, late: Double = 0.2, seed: UInt64) {
    self.clock = clock
    self.late = late
    dice = SimulatedDice(seed: seed)
  }

  /// The records of a collection that are alive, as JSON.
  func living(_ collection: String) -> [String: String] {
    lock.withLock {
      (collections[collection] ?? [:]).filter { $0.value.members != nil }.reduce(into: [:]) {
        $0[$1.key] = KintoDouble.json($1.key, $1.value).text
      }
    }
  }

  /// A record; nil where it is not there, or not any more.
  func living(_ id: String, in collection: String) -> String? {
    lock.withLock {
      collections[collection]?[id].flatMap { $0.members == nil ? nil : KintoDouble.json(id, $0).text }
    }
  }

  // MARK: ServerDouble

  func answer(_ request: DoubleRequest) -> DoubleAnswer {
    lock.withLock {
      let parts = request.components
      switch (parts.count, request.method) {
      case (0, _): return root
      case (2, "PUT"), (4, "PUT"): return make(request.path)
      case (5, "GET"), (5, "HEAD"): return list(parts[3], request)
      case (6, _): return record(parts[5], in: parts[3], request)
      default: return error(404, 111)
      }
    }
  }

  func batch(_ request: DoubleRequest) -> [DoubleRequest]? {
    guard request.path == "/batch", case .array(let items)? = request.body["requests"] else { return nil }
    return items.map { item in
      var read = DoubleRequest(method: item.text("method") ?? "GET", path: item.text("path") ?? "")
      if case .object(let members)? = item["headers"] {
        for member in members { read.headers[member.key.lowercased()] = member.value.string }
      }
      read.body = item["body"] ?? .null
      return read
    }
  }

  func answer(to batch: [DoubleRequest], of answers: [DoubleAnswer]) -> DoubleAnswer {
    let responses = zip(batch, answers).map { request, answer -> JSONValue in
      .object([
        .init("path", .string("/v1" + request.path)), .init("status", .init(answer.status)),
        .init("headers", .object(answer.headers.map { .init($0.0, .string($0.1)) })),
        .init("body", answer.body),
      ])
    }
    return DoubleAnswer(status: 200, body: .object([.init("responses", .array(responses))]))
  }

  func error(_ status: Int) -> DoubleAnswer {
    var answer = error(status, status == 503 ? 201 : status == 400 ? 107 : 999)
    if status == 503 { answer.headers.append(("Retry-After", "3")) }
    return answer
  }

  var refusal: DoubleAnswer { error(400) }

  func forgetting(_ request: DoubleRequest) -> DoubleAnswer? { error(400) }

  func isBlind(_ request: DoubleRequest) -> Bool {
    request.components.count == 6 && ["PUT", "PATCH", "DELETE"].contains(request.method)
      && request.headers["if-match"] == nil && request.headers["if-none-match"] == nil
  }

  func record(of request: DoubleRequest) -> (id: String, collection: String)? {
    let parts = request.components
    return parts.count == 6 ? (parts[5], parts[3]) : nil
  }

  // MARK: Answers

  private var root: DoubleAnswer {
    DoubleAnswer(
      status: 200,
      body: [
        "http_api_version": "1.23", "settings": ["batch_max_requests": 10], "user": ["id": "account:alice"],
      ])
  }

  private func error(_ status: Int, _ errno: Int, existing: JSONValue? = nil) -> DoubleAnswer {
    var members: [JSONValue.Member] = [
      .init("code", .init(status)), .init("errno", .init(errno)), .init("error", "Error"),
      .init("message", "no"),
    ]
    if let existing { members.append(.init("details", .object([.init("existing", existing)]))) }
    return DoubleAnswer(status: status, body: .object(members))
  }

  private func make(_ place: String) -> DoubleAnswer {
    if !places.insert(place).inserted { return error(412, 114) }
    return DoubleAnswer(status: 201, body: ["data": ["id": "place"], "permissions": [:]])
  }

  private static func json(_ id: String, _ record: Record) -> JSONValue {
    let end: [JSONValue.Member] = [
      .init("id", .string(id)), .init("last_modified", .number(String(record.modified))),
    ]
    guard let members = record.members else { return .object(end + [.init("deleted", true)]) }
    return .object(members + end)
  }

  private func etag(_ time: Int64) -> [(String, String)] { [("ETag", "\"\(time)\"")] }

  private func isThere(_ collection: String) -> Bool {
    places.contains { $0.hasSuffix("/collections/\(collection)") }
  }

  private func list(_ collection: String, _ request: DoubleRequest) -> DoubleAnswer {
    guard isThere(collection) else { return error(404, 111) }
    let all = collections[collection] ?? [:]
    let timestamp = etag(timestamps[collection] ?? 1)
    if request.method == "HEAD" {
      let count = all.values.count { $0.members != nil }
      return DoubleAnswer(status: 200, headers: timestamp + [("Total-Objects", "\(count)")])
    }
    let since = request.parameters["_since"].flatMap { Int64($0) }
    let after = request.parameters["_token"].flatMap { Int64($0) } ?? since ?? -1
    let found = all.filter { $0.value.modified > after && (since != nil || $0.value.members != nil) }
      .sorted { $0.value.modified < $1.value.modified }
    let page = found.prefix(request.parameters["_limit"].flatMap { Int($0) } ?? 10_000)
    var answer = DoubleAnswer(
      status: 200, headers: timestamp,
      body: .object([.init("data", .array(page.map { KintoDouble.json($0.key, $0.value) }))]))
    if page.count < found.count, let last = page.last {
      var parameters = request.parameters
      parameters["_token"] = "\(last.value.modified)"
      let query = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(
        separator: "&")
      answer.headers.append(("Next-Page", "http://kinto.test/v1\(request.path)?\(query)"))
    }
    return answer
  }

  private func record(_ id: String, in collection: String, _ request: DoubleRequest) -> DoubleAnswer {
    guard isThere(collection) else { return error(404, 111) }
    let there = collections[collection]?[id].flatMap { $0.members == nil ? nil : $0 }
    if request.method == "GET" {
      guard let there else { return error(404, 110) }
      return envelope(id, there, 200)
    }
    if there == nil, request.method != "PUT" { return error(404, 110) }
    let existing = there.map { KintoDouble.json(id, $0) }
    if request.headers["if-none-match"] != nil, there != nil { return error(412, 114, existing: existing) }
    if let version = request.headers["if-match"], there.map({ "\"\($0.modified)\"" }) != version {
      return error(412, 114, existing: existing)
    }
    let body = (request.body["data"] ?? .null).members.filter { !["id", "last_modified"].contains($0.key) }
    var record = Record(modified: tick(collection, behind: collections[collection]?[id]), members: body)
    switch request.method {
    case "DELETE": record.members = nil
    case "PATCH":
      let names = Set(body.map(\.key))
      record.members = (there?.members ?? []).filter { !names.contains($0.key) } + body
    default: break
    }
    collections[collection, default: [:]][id] = record
    return envelope(id, record, there == nil ? 201 : 200)
  }

  private func envelope(_ id: String, _ record: Record, _ status: Int) -> DoubleAnswer {
    DoubleAnswer(
      status: status, headers: etag(record.modified),
      body: .object([.init("permissions", [:]), .init("data", KintoDouble.json(id, record))]))
  }

  /// The time of the next change: no two of a collection have the same. Now and then it is one that has passed, as over
  /// PostgreSQL, which gives a transaction its time before it is committed.
  private func tick(_ collection: String, behind record: Record?) -> Int64 {
    let now = Int64(clock.now * 1000)
    let last = timestamps[collection] ?? 0
    let late = now - Int64(dice.number(1..<800))
    if dice.happens(self.late), late < last, late > record?.modified ?? 0,
      collections[collection]?.values.contains(where: { $0.modified == late }) == false
    {
      return late
    }
    let time = max(now, last + 1)
    timestamps[collection] = time
    return time
  }
}

extension JSONValue {
  /// The members of an object.
  var members: [Member] { if case .object(let members) = self { members } else { [] } }
}
