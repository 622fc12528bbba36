extension Store {
  /// Observes a request: delivers its result now, and again each time it changes.
  ///
  /// ```swift
  /// for try await bands in store.observe(Band.filter { $0.disbanded == nil }) {
  ///   show(bands)
  /// }
  /// ```
  public func observe<Request: ReadRequest>(_ request: Request) -> ValueObservation<Request.Output>
  where Request.Output: Equatable {
    observe { try $0.fetch(request) }
  }

  /// Observes a value that a block reads: several queries from one snapshot, a count, your own SQL. The block runs again after
  /// a write to a table that it read last time, so its result must depend only on the database.
  public func observe<Value: Equatable & Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Value
  ) -> ValueObservation<Value> {
    ValueObservation(store: WeakStore(self), body: body)
  }

  /// Observes the changes of all writes that begin after this call.
  ///
  /// For a write that is already running, the set says only that anything may have changed. So a state that is read after this
  /// call can be kept up to date from the sets alone.
  ///
  /// - Parameter withValues: `true` for sets that also have the old and new values of each row and the origin of each change:
  ///   ``ChangeSet/rowChanges``. Updates and deletes then take longer.
  public func changes(withValues: Bool = false) -> ChangeSets {
    let room = DeliveryQueue(ChangeQueue())
    defer { startPolling() }
    let registration = observers.add(room, withValues: withValues)
    return ChangeSets(room: room, registration: registration, model: model)
  }

  func register(_ room: ObserverRegistry.ValueRoom) -> ObserverRegistry.Registration? {
    defer { startPolling() }
    return observers.add(room)
  }

  /// Reads on the caller's thread; `nil` if no connection is idle.
  func readNotingTablesAtOnce<Value>(
    _ body: (ReadTransaction) throws -> Value
  ) throws -> (value: Value, tables: Set<String>)? {
    try readers?.runIfIdle { try $0.readNotingTables(nil, body) }
  }

  func readNotingTables<Value: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Value
  ) async throws -> (value: Value, tables: Set<String>) {
    guard let readers else { return try await writer.run { try $0.readNotingTables($1, body) } }
    return try await readers.run { try $0.readNotingTables($1, body) }
  }
}
