public import Rowsmith
public import RowsmithAPI

/// What the generated client of a model is: a name for its routes, over a ``Client`` that does the work.
public protocol GeneratedClient: Sendable {
  /// What the server offers.
  static var api: API { get }
  /// What does the work.
  var client: Client { get }
  /// Creates it over a client, which has been made with ``api``.
  init(_ client: Client)
}

extension GeneratedClient {
  /// Creates a client of the model.
  ///
  /// - Parameters:
  ///   - store: where answers go.
  ///   - transport: what sends.
  ///   - options: the rest.
  /// - Throws: ``ClientError`` where the options do not go together, `StoreError` where the database cannot be prepared.
  public init(store: Store, transport: any Transport, options: ClientOptions = ClientOptions()) throws {
    self.init(try Client(store: store, api: Self.api, transport: transport, options: options))
  }

  /// Creates a client of the model without blocking the caller's thread, which may have to wait for a write; otherwise like
  /// the initialiser.
  public static func open(
    store: Store, transport: any Transport, options: ClientOptions = ClientOptions()
  ) async throws -> Self {
    Self(try await Client.open(store: store, api: api, transport: transport, options: options))
  }

  /// What waits in the database until it has reached the server.
  public var queue: RequestQueue { client.queue }

  /// Where answers go.
  public var store: Store { client.store }
}
