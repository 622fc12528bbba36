public import Rowsmith
public import RowsmithAPI

/// The generated client of a model: typed methods for its routes, over a ``Client`` that makes the calls.
public protocol GeneratedClient: Sendable {
  /// What the server offers.
  static var api: API { get }
  /// The client that makes the calls.
  var client: Client { get }
  /// Creates it over a client that was created with ``api``.
  init(_ client: Client)
}

extension GeneratedClient {
  /// Creates a client of the model.
  ///
  /// - Parameters:
  ///   - store: the store that answers are written to.
  ///   - transport: the transport that sends requests.
  ///   - options: further options.
  /// - Throws: ``ClientError`` if the options are inconsistent, `StoreError` if the database cannot be prepared.
  public init(store: Store, transport: any Transport, options: ClientOptions = ClientOptions()) throws {
    self.init(try Client(store: store, api: Self.api, transport: transport, options: options))
  }

  /// Creates a client of the model without blocking the caller's thread, which may have to wait for a write; otherwise like the
  /// initialiser.
  public static func open(
    store: Store, transport: any Transport, options: ClientOptions = ClientOptions()
  ) async throws -> Self {
    Self(try await Client.open(store: store, api: api, transport: transport, options: options))
  }

  /// The requests that are queued in the database until they have reached the server.
  public var queue: RequestQueue { client.queue }

  /// The store that answers are written to.
  public var store: Store { client.store }
}
