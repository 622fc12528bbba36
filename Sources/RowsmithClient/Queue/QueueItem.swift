package import Rowsmith
public import RowsmithSchema

/// A request that waits in the database until it has reached the server.
public struct QueueItem: Sendable, Hashable, Identifiable {
  /// What became of it so far.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// It has not left yet.
    case waiting
    /// It may have left; it is sent again, the same to the byte, until there is an answer.
    case sending
    /// The server has refused it. It is set aside, and is not sent again unless somebody says so.
    case refused
  }

  /// Its number: smaller ones are sent first.
  public let id: Int64
  /// The name of the route.
  public let route: String
  /// The entity of the record that is sent; nil where none is, and then ``placeholders`` say what it is about.
  public let entity: String?
  /// Its key, one stored value per column.
  public let key: [StoredValue]
  /// What fills in the placeholders of the route's path, by their names in the model: the `id` of `posts/:id/favourite`.
  public let placeholders: [String: StoredValue]
  /// What the query of the request says, by the names of the parameters in the model.
  public let parameters: [String: StoredValue]
  /// What became of it so far.
  public let state: State
  /// How often it may have left.
  public let attempts: Int
  /// The status of the last answer, where there was one.
  public let status: Int?
  /// The code by which the server named the error.
  public let serverCode: String?
  /// Why it has not come through, in a sentence.
  public let message: String?
  /// When it was put in, in seconds since 1970.
  public let created: Double
  /// The key by which the server knows it again.
  public let idempotencyKey: String
  /// Whether it carries a file, and waits in a queue of its own.
  public let isUpload: Bool
}

/// A row of the queue, with what only the client needs.
struct QueueRow: Sendable {
  var item: QueueItem
  var arguments: CallArguments
  var given: [UInt8]?
  var givenType: String?
  var file: String?
  var method: String?
  var uri: String?
  var body: [UInt8]?
  var type: String?
  var revision: Int64?
  var notBefore: Double
  /// Who is sending it: a process, and a client in it.
  var owner: String?
  /// How many answers could not be taken.
  var unreadable: Int
  /// For how long it is theirs alone.
  var lease: Double

  var isFrozen: Bool { uri != nil }

  static let columns =
    "id, route, entity, key, state, attempts, status, code, message, created, idempotency_key, lane, arguments, given, "
    + "given_type, file, method, uri, body, type, revision, not_before, owner, lease, unreadable"

  init?(_ row: ResultRow, _ facts: ModelFacts) {
    guard case .integer(let id)? = row["id"], let state = row.text("state").flatMap(QueueItem.State.init),
      let key = row.text("idempotency_key"), let arguments = row.text("arguments")
    else { return nil }
    let entity = row.text("entity")
    let count = entity.map { facts.keyColumns(of: $0).count } ?? 0
    self.arguments = CallArguments(text: arguments)
    item = QueueItem(
      id: id, route: row.text("route") ?? "", entity: entity,
      key: entity == nil ? [] : row["key"].map { KeyCoding.decode($0, count: count) } ?? [],
      placeholders: self.arguments.path, parameters: self.arguments.query, state: state,
      attempts: row.integer("attempts") ?? 0, status: row.integer("status"), serverCode: row.text("code"),
      message: row.text("message"), created: row.real("created"), idempotencyKey: key,
      isUpload: row.text("lane") == QueueLane.files.rawValue)
    given = row.bytes("given")
    givenType = row.text("given_type")
    file = row.text("file")
    method = row.text("method")
    uri = row.text("uri")
    body = row.bytes("body")
    type = row.text("type")
    revision = row.integer("revision").map(Int64.init)
    notBefore = row.real("not_before")
    owner = row.text("owner")
    lease = row.real("lease")
    unreadable = row.integer("unreadable") ?? 0
  }
}

/// Which of the queues a request waits in.
enum QueueLane: String, Sendable, CaseIterable {
  /// In order.
  case calls
  /// Files, which may take long and hold nothing else up.
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
