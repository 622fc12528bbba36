import Foundation
import Rowsmith
import RowsmithAPI
public import RowsmithClient

/// A Kinto server (protocol 1.23, Kinto 26): each entity is a collection of a bucket, each record a record whose id is the
/// record's key.
///
/// ```swift
/// var options = ClientOptions()
/// options.authentication = BasicAuthentication(user: "alice", password: password)
/// let server = try KintoServer(
///   url: "https://kinto.example.com/v1", bucket: "notes-app", transport: transport, options: options)
/// ```
///
/// Bucket and collections are made with the first record that needs them; until then they read as empty. Kinto counts
/// changes by its clock, and over PostgreSQL a change may be seen later than one with a later time: each time, what changed
/// in the last seconds (`overlap`, 5 by default) is read again.
///
/// The model may say `bucket` and `overlap` for all entities, and for single ones. An entity's links lie in its bucket.
public final class KintoServer: SyncServer {
  /// The name of the bucket, `default` for the one that Kinto gives each user.
  public let bucket: String
  let exchange: ServerExchange
  let learnt = KintoKnowledge()

  /// Connects to a server. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - url: the address with the version of the protocol, `https://kinto.example.com/v1`; that of the options counts
  ///     where they have one.
  ///   - bucket: the name of the bucket, of letters, digits, `_` and `-`.
  ///   - transport: sends the requests.
  ///   - options: who logs in (`BasicAuthentication`, `BearerAuthentication`), and how requests are sent.
  /// - Throws: ``SyncError`` with ``SyncError/Reason/settings`` for an address or a name that is none.
  public init(
    url: String, bucket: String, transport: any Transport, options: ClientOptions = ClientOptions()
  ) throws {
    try KintoName.check(bucket, "the bucket")
    self.bucket = bucket
    do {
      exchange = try ServerExchange(
        baseURL: options.baseURL ?? url, transport: transport, options: options,
        errors: .init(message: ["message"], code: ["errno"]))
    } catch {
      throw SyncError(
        .settings, "'\(url.escapedForDisplay())' cannot be the address of a Kinto server: \(error)")
    }
  }

  /// Versions that grow, tombstones, a clock.
  public var guarantees: SyncGuarantees {
    SyncGuarantees(
      cursor: .clock(overlap: learnt.overlap), hasVersions: true, hasOrderedVersions: true,
      hasTombstones: true,
      isIdempotent: true, canPatch: true, maximumBatch: learnt.maximumBatch)
  }

  /// What is left of the last header `Backoff`.
  public var backoff: Double? {
    get async { learnt.backoff(now: exchange.options.clock.now()) }
  }

}

extension KintoServer {
  /// Sends a request, and learns from its answer.
  ///
  /// - Throws: what ``ServerExchange`` does.
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

  /// Asks for something that changes nothing.
  ///
  /// - Throws: ``SyncError`` where no answer came.
  func read(_ path: String) async throws -> ServerExchange.Answer {
    do {
      return try await ask("GET", path, isRepeatable: true)
    } catch {
      throw SyncError(error, request: "GET \(path)")
    }
  }

  /// The path of a collection's records.
  ///
  /// - Throws: ``SyncError`` for a name that Kinto does not take.
  func records(of collection: SyncCollection) throws -> String { try place(of: collection) + "/records" }

  /// The path of a collection.
  func place(of collection: SyncCollection) throws -> String {
    let bucket = collection["bucket"] ?? bucket
    try KintoName.check(bucket, "the bucket")
    try KintoName.check(collection.path, "the collection")
    return "/buckets/\(bucket)/collections/\(collection.path)"
  }
}
