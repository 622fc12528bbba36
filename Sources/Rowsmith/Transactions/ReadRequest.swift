/// A request that can be fetched: a ``Query``, a ``Reference``, or one made from them, such as a count, a sum or a graph.
///
/// A request is a value. It does not access the database until it is fetched, and can be kept and sent to any task. The same
/// request can be fetched from a store and inside a transaction:
///
/// ```swift
/// let bands = try await store.fetch(Band.all)
/// let count = try await store.fetch(Band.filter { $0.formed >= 1970 }.count())
/// let japan = try await store.read { db in try db.fetch(Band.find("Japan")) }
/// ```
///
/// A request can also be observed: it is fetched again when its result may have changed.
///
/// ```swift
/// for try await albums in store.observe(Album.all) { show(albums) }
/// ```
///
/// To combine several requests, conform a type of your own. All of them read the same snapshot:
///
/// ```swift
/// struct Overview: ReadRequest {
///   func fetch(_ db: ReadTransaction) throws -> [Int] {
///     [try db.fetch(Band.all.count()), try db.fetch(Album.all.count())]
///   }
/// }
/// ```
public protocol ReadRequest<Output>: Sendable {
  /// The type of the result.
  associatedtype Output: Sendable

  /// Whether it runs at most one statement, which sees one snapshot without a transaction. `false` by default.
  var isOneStatement: Bool { get }

  /// Fetches the result. Stores and transactions call this; apps call `fetch` of a store or a transaction.
  ///
  /// - Throws: ``RowDecodingError`` if a column holds a value that the model does not allow; ``StoreError`` if the database
  ///   cannot be read or the type belongs to another model.
  func fetch(_ db: ReadTransaction) throws -> Output
}

extension ReadRequest {
  /// `false`: the request may run several statements.
  public var isOneStatement: Bool { false }
}

extension Optional: ReadRequest where Wrapped: ReadRequest, Wrapped.Output: ExpressibleByNilLiteral {
  /// The result of the wrapped request.
  public typealias Output = Wrapped.Output

  /// Whether the wrapped request runs at most one statement; `true` for `nil`.
  public var isOneStatement: Bool { self?.isOneStatement ?? true }

  /// Fetches the wrapped request. Returns `nil` if there is none, as for an empty link.
  public func fetch(_ db: ReadTransaction) throws -> Wrapped.Output {
    try self?.fetch(db) ?? nil
  }
}
