package import Rowsmith
public import RowsmithSchema

/// A request that is queued in the database until it has reached the server.
public struct QueueItem: Sendable, Hashable, Identifiable {
  /// The state of a queued request.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It has not been sent yet.
    case waiting
    /// It may have been sent. It is sent again, byte for byte the same, until there is an answer.
    case sending
    /// The server has refused it. It is set aside, and not sent again automatically.
    case refused
  }

  /// Its number. Requests are sent in ascending order.
  public let id: Int64
  /// The name of the route.
  public let route: String
  /// The entity of the record to send; `nil` if there is none, then ``placeholders`` say what the request is about.
  public let entity: String?
  /// The key of the record, one stored value per column.
  public let key: [StoredValue]
  /// The values for the placeholders of the route's path, by their names in the model: the `id` of `posts/:id/favourite`.
  public let placeholders: [String: StoredValue]
  /// The query parameters, by their names in the model.
  public let parameters: [String: StoredValue]
  /// The state so far.
  public let state: State
  /// How many times it may have been sent.
  public let attempts: Int
  /// The status of the last answer, if there was one.
  public let status: Int?
  /// The server's code for the error.
  public let serverCode: String?
  /// Why it has not succeeded, in a sentence.
  public let message: String?
  /// When it was queued, in seconds since 1970.
  public let created: Double
  /// The key by which the server recognises a repeated request.
  public let idempotencyKey: String
  /// Whether it sends a file, and so is in the queue for files.
  public let isUpload: Bool

  /// Creates a description of a queued request.
  public init(
    id: Int64, route: String, entity: String? = nil, key: [StoredValue] = [],
    placeholders: [String: StoredValue] = [:], parameters: [String: StoredValue] = [:],
    state: State = .waiting, attempts: Int = 0, status: Int? = nil, serverCode: String? = nil,
    message: String? = nil, created: Double, idempotencyKey: String = "", isUpload: Bool = false
  ) {
    self.id = id
    self.route = route
    self.entity = entity
    self.key = key
    self.placeholders = placeholders
    self.parameters = parameters
    self.state = state
    self.attempts = attempts
    self.status = status
    self.serverCode = serverCode
    self.message = message
    self.created = created
    self.idempotencyKey = idempotencyKey
    self.isUpload = isUpload
  }
}

/// A row of the queue, with the columns that only the client needs.
struct QueueRow: Sendable {
  var item: QueueItem
  var arguments: CallArguments
  var given: [UInt8]?
  var givenType: String?
  /// The path of the file to send, as ``QueuedFile`` stores it.
  var file: String?
  var method: String?
  var uri: String?
  var body: [UInt8]?
  var type: String?
  var revision: Int64?
  /// The process, and the client in it, that is sending the request.
  var owner: String?
  /// How many answers could not be used.
  var unreadable: Int
  /// Until when the owner holds it exclusively, in seconds since 1970.
  var lease: Double

  var isFrozen: Bool { uri != nil }

  /// Whether every answer so far said that nothing was done.
  var wasIdle: Bool { item.attempts == 1 && item.status.map([401, 408, 425, 429].contains) ?? false }

  static let columns =
    QueueItem.columns
    + ", given, given_type, file, method, uri, body, type, revision, owner, lease, unreadable"

  init?(_ row: ResultRow, _ facts: ModelFacts) {
    guard let text = row.text("arguments") else { return nil }
    let arguments = CallArguments(text: text)
    guard let item = QueueItem(row, arguments, facts) else { return nil }
    self.item = item
    self.arguments = arguments
    given = row.bytes("given")
    givenType = row.text("given_type")
    file = row.text("file")
    method = row.text("method")
    uri = row.text("uri")
    body = row.bytes("body")
    type = row.text("type")
    revision = row.integer("revision").map(Int64.init)
    owner = row.text("owner")
    lease = row.real("lease")
    unreadable = row.integer("unreadable") ?? 0
  }
}

extension QueueItem {
  /// The columns that it is made of: without bodies, which may be large.
  static let columns =
    "id, route, entity, key, state, attempts, status, code, message, created, idempotency_key, lane, "
    + "arguments"

  init?(_ row: ResultRow, _ facts: ModelFacts) {
    guard let text = row.text("arguments") else { return nil }
    self.init(row, CallArguments(text: text), facts)
  }

  fileprivate init?(_ row: ResultRow, _ arguments: CallArguments, _ facts: ModelFacts) {
    guard case .integer(let id)? = row["id"], let state = row.text("state").flatMap(State.init),
      let idempotencyKey = row.text("idempotency_key")
    else { return nil }
    let entity = row.text("entity")
    let count = entity.map { facts.keyColumns(of: $0).count } ?? 0
    self.init(
      id: id, route: row.text("route") ?? "", entity: entity,
      key: entity == nil ? [] : row["key"].map { KeyCoding.decode($0, count: count) } ?? [],
      placeholders: arguments.path, parameters: arguments.query, state: state,
      attempts: row.integer("attempts") ?? 0, status: row.integer("status"), serverCode: row.text("code"),
      message: row.text("message"), created: row.real("created"), idempotencyKey: idempotencyKey,
      isUpload: row.text("lane") == QueueLane.files.rawValue)
  }
}

/// The queue that a request is in.
enum QueueLane: String, Sendable, CaseIterable {
  /// Calls, sent in order.
  case calls
  /// Files, which may take long and do not delay calls.
  case files
}

extension ResultRow {
  package func text(_ column: String) -> String? {
    if case .text(let text)? = self[column] { text } else { nil }
  }
  package func bytes(_ column: String) -> [UInt8]? {
    if case .blob(let bytes)? = self[column] { bytes } else { nil }
  }
  package func integer(_ column: String) -> Int? {
    if case .integer(let value)? = self[column] { Int(value) } else { nil }
  }
  package func real(_ column: String) -> Double {
    switch self[column] {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: 0
    }
  }
}
