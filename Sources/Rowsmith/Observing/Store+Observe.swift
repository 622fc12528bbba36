extension Store {
  /// Observes a request: gives its result now, and again each time the result differs.
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

  /// Observes a value that a block reads: several queries from the same state, a count, your own SQL. The block runs again
  /// after a write to a table that it read last time, so what it returns must depend on the database alone.
  public func observe<Value: Equatable & Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Value
  ) -> ValueObservation<Value> {
    ValueObservation(store: WeakStore(self), body: body)
  }

  /// Observes the changes of the writes that begin after this call.
  ///
  /// The set of a write that is already running only says that anything may have changed. So a state that is read after
  /// this call can be kept up to date from the sets alone.
  ///
  /// - Parameter withValues: whether the sets also say what each row was and is, and where each change came from:
  ///   ``ChangeSet/rowChanges``. Updating and deleting rows then takes longer.
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

  /// Reads on the caller's thread; nil where no connection is idle.
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
