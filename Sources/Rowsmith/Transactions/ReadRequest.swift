/// Something that can be read: a ``Query``, a ``Reference``, or what they make, a count, a sum, a graph.
///
/// A request is a value. It touches no database until it is fetched, and can be kept and sent to any task. The same request
/// can be fetched from a store and inside a transaction:
///
/// ```swift
/// let bands = try await store.fetch(Band.all)
/// let count = try await store.fetch(Band.filter { $0.formed >= 1970 }.count())
/// let japan = try await store.read { db in try db.fetch(Band.find("Japan")) }
/// ```
///
/// It can also be observed: then it is read again when its result may have changed:
///
/// ```swift
/// for try await albums in store.observe(Album.all) { show(albums) }
/// ```
///
/// To make one request of several, conform a type of your own. Everything is then read from the same state:
///
/// ```swift
/// struct Overview: ReadRequest {
///   func fetch(_ db: ReadTransaction) throws -> [Int] {
///     [try db.fetch(Band.all.count()), try db.fetch(Album.all.count())]
///   }
/// }
/// ```
public protocol ReadRequest<Output>: Sendable {
  /// What is read.
  associatedtype Output: Sendable

  /// Whether it runs one statement at most, which sees one state of the database without a transaction around it. False
  /// unless a type says otherwise.
  var isOneStatement: Bool { get }

  /// Reads it. Stores and transactions call this; an app asks them, with their own `fetch`.
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the model does not allow, ``StoreError`` where the
  ///   database cannot be read or the type belongs to another model.
  func fetch(_ db: ReadTransaction) throws -> Output
}

extension ReadRequest {
  /// False: what it does is not known.
  public var isOneStatement: Bool { false }
}

extension Optional: ReadRequest where Wrapped: ReadRequest, Wrapped.Output: ExpressibleByNilLiteral {
  /// The same as of the request.
  public typealias Output = Wrapped.Output

  /// The same as of the request.
  public var isOneStatement: Bool { self?.isOneStatement ?? true }

  /// Reads what is asked for; nil where there is no request: a link that is empty leads to no record.
  public func fetch(_ db: ReadTransaction) throws -> Wrapped.Output {
    try self?.fetch(db) ?? nil
  }
}
