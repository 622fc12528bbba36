// One request by itself. Several that must agree with each other belong in one `read`.
extension Store {
  /// Reads what a request asks for.
  ///
  /// ```swift
  /// let bands = try store.fetch(Band.filter { $0.formed >= 1970 })
  /// let japan = try store.fetch(Band.find("Japan"))
  /// let count = try store.fetch(Album.all.count())
  /// ```
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the model does not allow, ``StoreError`` where the
  ///   database cannot be read or the type belongs to another model; what a request of the app's own throws.
  public func fetch<Request: ReadRequest>(_ request: Request) throws -> Request.Output {
    request.isOneStatement ? try readOnce { try $0.fetch(request) } : try read { try $0.fetch(request) }
  }

  /// Reads what a request asks for without blocking the caller's thread; otherwise like its namesake.
  public func fetch<Request: ReadRequest>(_ request: Request) async throws -> Request.Output {
    request.isOneStatement
      ? try await readOnce { try $0.fetch(request) } : try await read { try $0.fetch(request) }
  }
}
