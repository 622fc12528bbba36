import Foundation
import Rowsmith
import RowsmithAPI
public import RowsmithClient

/// A Kinto server (protocol 1.23, Kinto 26). Each entity is a collection of a bucket; the id of a record is its key.
///
/// ```swift
/// var options = ClientOptions()
/// options.authentication = BasicAuthentication(user: "alice", password: password)
/// let server = try KintoServer(
///   url: "https://kinto.example.com/v1", bucket: "notes-app", transport: transport, options: options)
/// ```
///
/// The bucket and collections are created with the first record that needs them; until then they read as empty. Kinto orders
/// changes by its clock, and with PostgreSQL a change may become visible after one with a later time. So each sync reads the
/// changes of the last seconds again (`overlap`, 5 by default).
///
/// The model may set `bucket` and `overlap` for all entities, and for single ones. An entity's links are stored in its bucket.
public final class KintoServer: SyncServer {
  /// The name of the bucket; `default` is the one that Kinto gives each user.
  public let bucket: String
  let exchange: ServerExchange
  let learnt = KintoKnowledge()

  /// Creates the adapter. Sends nothing yet.
  ///
  /// - Parameters:
  ///   - url: the address with the version of the protocol, `https://kinto.example.com/v1`. The base URL of the options takes
  ///     precedence.
  ///   - bucket: the name of the bucket, of letters, digits, `_` and `-`.
  ///   - transport: sends the requests.
  ///   - options: the authentication (`BasicAuthentication`, `BearerAuthentication`), and how requests are sent.
  /// - Throws: ``SyncError`` with ``SyncError/Reason/settings`` if the address or name is invalid.
  public init(
    url: String, bucket: String, transport: any Transport, options: ClientOptions = ClientOptions()
  ) throws {
    try KintoName.check(bucket, "the bucket")
    self.bucket = bucket
    let address = options.baseURL ?? url
    do {
      exchange = try ServerExchange(
        baseURL: address, transport: transport, options: options,
        errors: .init(message: ["message"], code: ["errno"]))
    } catch {
      let shown = ServerExchange.withoutPassword(ofAny: address).escapedForDisplay()
      throw SyncError(.settings, "'\(shown)' cannot be the address of a Kinto server: \(error)")
    }
  }

  /// Increasing versions, tombstones, a clock.
  public var guarantees: SyncGuarantees {
    SyncGuarantees(
      cursor: .clock(overlap: learnt.overlap), hasVersions: true, hasOrderedVersions: true,
      hasTombstones: true,
      isIdempotent: true, canPatch: true, maximumBatch: learnt.maximumBatch)
  }

  /// The rest of the last `Backoff`, in seconds.
  public var backoff: Double? {
    get async { learnt.backoff(now: exchange.options.clock.now()) }
  }

}

extension KintoServer {
  /// Sends a request, and stores what its answer says about the server.
  ///
  /// - Throws: the errors of ``ServerExchange``.
  func ask(
    _ method: String, _ path: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
    isRepeatable: Bool
  ) async throws -> ServerExchange.Answer {
    let answer = try await exchange.send(
      method, path, headers: headers, body: body, type: body == nil ? nil : "application/json",
      isRepeatable: isRepeatable)
    learnt.learn(from: answer.headers, now: exchange.options.clock.now())
    return answer
  }

  /// Sends a GET request.
  ///
  /// - Throws: ``SyncError`` if there is no answer.
  func read(_ path: String) async throws -> ServerExchange.Answer {
    do {
      return try await ask("GET", path, isRepeatable: true)
    } catch {
      throw SyncError(error, request: "GET \(path)")
    }
  }

  /// The path of a collection's records.
  ///
  /// - Throws: ``SyncError`` for a name that Kinto does not accept.
  func records(of collection: SyncCollection) throws -> String { try place(of: collection) + "/records" }

  /// The path of a collection.
  func place(of collection: SyncCollection) throws -> String {
    let bucket = collection["bucket"] ?? bucket
    try KintoName.check(bucket, "the bucket")
    try KintoName.check(collection.path, "the collection")
    return "/buckets/\(bucket)/collections/\(collection.path)"
  }
}
