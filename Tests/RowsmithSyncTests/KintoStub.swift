import RowsmithClient
import RowsmithSync
import RowsmithTesting

/// A Kinto in the process, which answers what a test has seen the real one answer.
struct KintoStub {
  let transport = StubTransport()
  let server: KintoServer
  let collection = SyncCollection(name: "Article", path: "articles")
  static let id = "4b2c0a5e-7d1e-4a5b-9c3d-000000000001"
  static let path = "v1/buckets/blog/collections/articles/records/\(id)"

  init(_ change: (inout ClientOptions) -> Void = { _ in }) throws {
    var options = ClientOptions()
    options.authentication = BasicAuthentication(user: "alice", password: "secret")
    options.retries = .none
    change(&options)
    server = try KintoServer(
      url: "http://kinto.test/v1/", bucket: "blog", transport: transport, options: options)
  }

  func write(
    _ kind: SyncWrite.Kind, id: String = KintoStub.id, _ json: String = "", version: String? = nil,
    permissions: String? = nil
  ) -> SyncWrite {
    SyncWrite(
      kind, in: collection, id: id, record: Array(json.utf8), changes: Array(json.utf8), version: version,
      permissions: permissions.map { Array($0.utf8) }, idempotencyKey: "key")
  }

  /// Requests for creations, with the ids `a0`, `a1` and so on.
  func creations(_ count: Int) throws -> [SyncRequest] {
    try (0..<count).map { try server.request(for: write(.create, id: "a\($0)", #"{"id":"a\#($0)"}"#)) }
  }

  /// The answer to a batch, with items of these statuses.
  static func answer(_ items: [Item?]) -> String {
    #"{"responses":["# + items.map { $0?.json ?? "null" }.joined(separator: ",") + "]}"
  }

  /// An item of the answer to a batch.
  struct Item {
    var id: String
    var status: Int
    var body: String
    var headers = ""

    /// A record that was made.
    static func made(_ id: String, _ modified: Int = 1_795_208_156_701) -> Item {
      Item(
        id: id, status: 201,
        body:
          #"{"permissions":{"write":["account:alice"]},"data":{"id":"\#(id)","last_modified":\#(modified)}}"#)
    }

    /// An error as Kinto writes it.
    static func error(_ id: String, _ status: Int, errno: Int, headers: String = "") -> Item {
      Item(
        id: id, status: status,
        body: #"{"code":\#(status),"errno":\#(errno),"error":"Error","message":"Words"}"#,
        headers: headers)
    }

    var json: String {
      let path = "/v1/buckets/blog/collections/articles/records/\(id)"
      return #"{"path":"\#(path)","status":\#(status),"headers":{\#(headers)},"body":\#(body)}"#
    }
  }

  /// The bodies of the requests for a path, as texts.
  func bodies(_ method: String, _ end: String) -> [String] {
    transport.requests.filter { $0.method == method && $0.url.hasSuffix(end) }.map { request in
      guard case .bytes(let bytes)? = request.body else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}

extension SyncOutcome {
  /// The error in it.
  var error: SyncError? {
    switch self {
    case .accepted, .conflict, .gone: nil
    case .refused(let error), .unknown(let error), .later(let error): error
    }
  }

  /// The record in it.
  var record: SyncRecord? {
    switch self {
    case .accepted(let record), .conflict(let record), .gone(let record): record
    case .refused, .unknown, .later: nil
    }
  }
}
