extension Store {
  /// Observes what a request asks for: gives it as it is, and again each time it differs.
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

  /// Observes a value that a block reads: several queries answered from the same state, a count, SQL of the app's
  /// own. The block is run again when a table that it read last time was written, so what it returns must depend on
  /// the database alone.
  public func observe<Value: Equatable & Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Value
  ) -> ValueObservation<Value> {
    ValueObservation(store: WeakStore(self), body: body)
  }

  /// Observes what the writes that begin after this call change.
  ///
  /// Of a write that is going on already, and ends after this call, the set says only that anything may have
  /// changed, so that a state that is read after this call can be kept up to date from the sets alone.
  ///
  /// - Parameter withValues: whether the sets also say what each row was and is, and what brought each change:
  ///   ``ChangeSet/rowChanges``. Writing rows that are there already takes longer then.
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

  func readNotingTables<Value: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Value
  ) async throws -> (value: Value, tables: Set<String>) {
    guard let readers else { return try await writer.run { try $0.readNotingTables($1, body) } }
    return try await readers.run { try $0.readNotingTables($1, body) }
  }
}
