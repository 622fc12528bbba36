// A single request. Requests that need the same snapshot belong in one `read`.
extension Store {
  /// Fetches the result of a request.
  ///
  /// ```swift
  /// let bands = try store.fetch(Band.filter { $0.formed >= 1970 })
  /// let japan = try store.fetch(Band.find("Japan"))
  /// let count = try store.fetch(Album.all.count())
  /// ```
  ///
  /// - Throws: ``RowDecodingError`` if a column holds a value that the model does not allow; ``StoreError`` if the database
  ///   cannot be read or the type belongs to another model; what an app's own request throws.
  public func fetch<Request: ReadRequest>(_ request: Request) throws -> Request.Output {
    request.isOneStatement ? try readOnce { try $0.fetch(request) } : try read { try $0.fetch(request) }
  }

  /// Fetches the result of a request without blocking the caller's thread; see the synchronous version.
  public func fetch<Request: ReadRequest>(_ request: Request) async throws -> Request.Output {
    request.isOneStatement
      ? try await readOnce { try $0.fetch(request) } : try await read { try $0.fetch(request) }
  }
}
