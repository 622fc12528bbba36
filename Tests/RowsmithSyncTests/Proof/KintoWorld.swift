import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithCurl
import RowsmithSync
import RowsmithTesting
import TestSupport

/// A bucket of a real Kinto, with devices that synchronise with it.
struct KintoWorld {
  let kinto: TestKinto
  let bucket = TestKinto.bucket()

  init(_ backend: TestKinto.Backend = .memory) async throws { kinto = try await TestKinto.shared(backend) }

  init(_ kinto: TestKinto) { self.kinto = kinto }

  /// A plan with notes alone: a collection, a request.
  static let notesOnly = SyncPlan(server: "kinto", entities: [.init("Note", collection: "notes")])

  func server(user: String = "alice", _ transport: any Transport = CurlTransport()) throws -> KintoServer {
    var options = KintoServer.testOptions(user)
    options.clock.sleep = { _ in try Task.checkCancellation() }
    return try KintoServer(url: kinto.url, bucket: bucket, transport: transport, options: options)
  }

  func device(
    _ plan: SyncPlan = Notes.plan(), user: String = "alice", _ transport: any Transport = CurlTransport(),
    file: String? = nil, _ change: (inout SyncOptions) -> Void = { _ in }
  ) throws -> Device {
    var options = SyncOptions()
    options.clock.sleep = { _ in try Task.checkCancellation() }
    change(&options)
    return try Device(try server(user: user, transport), plan, options: options, file: file)
  }

  /// Says something to Kinto as it is: what is tested is not what tests with.
  @discardableResult
  func say(_ method: String, _ path: String, _ json: String? = nil, user: String = "alice") async throws
    -> String
  {
    let credentials = Data("\(user):secret".utf8).base64EncodedString()
    var request = HTTPRequest(
      method: method, url: kinto.url + path,
      headers: ["Authorization": "Basic \(credentials)", "Content-Type": "application/json"])
    request.body = json.map { .bytes(Array($0.utf8)) }
    let answer = try await CurlTransport().send(request)
    var bytes: [UInt8] = []
    for try await chunk in answer.body { bytes += chunk }
    let text = String(decoding: bytes, as: UTF8.self)
    guard (200..<300).contains(answer.status) else {
      throw TestServer.Failure("\(method) \(path): \(answer.status) \(text)")
    }
    return text
  }

  /// Puts a record there, as another program would.
  func put(_ id: String, in collection: String, _ json: String) async throws {
    try await say("PUT", "/buckets/\(bucket)/collections/\(collection)/records/\(id)", #"{"data":\#(json)}"#)
  }

  /// The records of a collection, deleted ones not among them.
  func records(_ collection: String) async throws -> [JSONValue] {
    let text = try await say("GET", "/buckets/\(bucket)/collections/\(collection)/records?_sort=id")
    guard case .array(let items)? = try JSONValue(parsing: text)["data"] else { return [] }
    return items
  }
}

/// A network that remembers what was asked, and may lose answers.
final class ListeningTransport: Transport, @unchecked Sendable {
  private let base = CurlTransport()
  /// Guards what follows.
  private let lock = NSLock()
  private var seen: [String] = []
  private var random: SeededGenerator
  private var chance = 0.0

  init(seed: UInt64 = 1) { random = SeededGenerator(silent: seed) }

  /// The requests, `GET /v1/`, without their queries.
  var requests: [String] { lock.withLock { seen } }

  /// Loses the answers of that many of the requests that change something, once the server has carried them out.
  func loseAnswers(_ chance: Double) { lock.withLock { self.chance = chance } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isLost = lock.withLock {
      let path = request.url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }.prefix { $0 != "?" }
      seen.append("\(request.method) \(path)")
      return request.method != "GET" && Double.random(in: 0..<1, using: &random) < chance
    }
    let answer = try await base.send(request)
    guard isLost else { return answer }
    for try await _ in answer.body {}
    throw TransportError(.interrupted, "the answer was lost")
  }
}

/// How many rows a test has: more where `ROWSMITH_SYNC_ROWS` says so.
func proofRows(_ usual: Int) -> Int {
  ProcessInfo.processInfo.environment["ROWSMITH_SYNC_ROWS"].flatMap { Int($0) } ?? usual
}

extension Device {
  /// Has changes that wait be of another time, by a clock that is wrong by so many milliseconds: that of one record of ten
  /// minutes ago, those of all others of ten minutes later than now.
  func moveChanges(_ skew: Int, first: String) throws {
    for table in ["_rowsmith_sync_unsent", "_rowsmith_sync_values"] {
      try run("UPDATE \(table) SET at = at + \(skew) + CASE key WHEN '\(first)' THEN -600000 ELSE 600000 END")
    }
  }

  /// Makes notes `n0`, `n1` and so on.
  func makeNotes(_ count: Int, from first: Int = 0) throws {
    try run(
      """
      WITH RECURSIVE n(i) AS (SELECT \(first) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(first + count))
      INSERT INTO Note (id, title) SELECT 'n' || i, 'T' || i FROM n
      """)
  }

  /// Does something that the triggers do not see: what a damaged file, or another program, would do.
  func runBehindTheBack(_ sql: String) throws {
    try store.write { db in
      _ = try db.execute(sql: "INSERT INTO _rowsmith_sync_quiet (id) VALUES (1)")
      _ = try db.execute(sql: sql)
      _ = try db.execute(sql: "DELETE FROM _rowsmith_sync_quiet")
    }
  }

  /// A number that a query gives.
  func count(_ sql: String) throws -> Int { try Int(rows(sql).first ?? "") ?? -1 }

  /// All that synchronises, as text.
  func contents() throws -> [String] {
    try rows(
      """
      SELECT 'folder', id, name, parent FROM Folder UNION ALL
      SELECT 'note', id, title || ' ' || coalesce(body, '-') || ' ' || coalesce(stars, '-'), folder FROM Note UNION ALL
      SELECT 'tag', source, target, 0 FROM Note_tags UNION ALL SELECT 'fan', source, target, 0 FROM Note_fans ORDER BY 1, 2, 3
      """)
  }
}
