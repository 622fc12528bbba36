/// One iteration over the values of an observation.
final class ValueObserver<Value: Equatable & Sendable>: Sendable {
  private let store: WeakStore
  private let body: @Sendable (ReadTransaction) throws -> Value
  private let room = DeliveryQueue(Interest())
  private let registration: ObserverRegistry.Registration?
  private let last = DeliveryQueue(Last())

  /// The last value.
  private struct Last: Sendable {
    var value: Value?
    /// Whether reading it took less time than starting another thread.
    var wasQuick = false
  }

  /// A shorter read may block the thread of the calling task.
  private static var quick: Duration { .microseconds(200) }

  init(_ store: WeakStore, _ body: @escaping @Sendable (ReadTransaction) throws -> Value) {
    self.store = store
    self.body = body
    registration = store.store?.register(room)
  }

  /// The next value; `nil` at the end, also after an error.
  func next() async throws -> Value? {
    let result = await nextResult()
    if case .failure = result { room.update { $0.isFinished = true } }
    return try result?.get()
  }

  /// The next value that differs, or the error of reading it; after an error, the value is read again after the next write.
  /// `nil` at the end.
  func nextResult() async -> Result<Value, any Error>? {
    while await room.take({ $0.beginReading() }) == true {
      guard let store = store.store else { break }
      do {
        let (read, tables) = try await read(store)
        room.access { $0.settle(tables) }
        if last.access({ last in
          defer { last = read }
          return last.value != read.value
        }) {
          return read.value.map(Result.success)
        }
      } catch {
        if room.access({ $0.isFinished }) { break }
        if Task.isCancelled, error is CancellationError {
          // Another task may continue the iteration.
          room.update { $0.touch(.all) }
          break
        }
        // The next value is delivered even if it is the old one: it shows that the error is over.
        last.access { $0.value = nil }
        return .failure(error)
      }
    }
    return nil
  }

  /// Reads on this thread if the last read was quick and a connection is idle; otherwise on a connection's thread.
  private func read(_ store: Store) async throws -> (value: Last, tables: Set<String>) {
    let body = body
    let timed: @Sendable (ReadTransaction) throws -> Last = { db in
      let clock = ContinuousClock()
      let start = clock.now
      let value = try body(db)
      return Last(value: value, wasQuick: clock.now - start < Self.quick)
    }
    if !Task.isCancelled, last.access({ $0.wasQuick }), let read = try store.readNotingTablesAtOnce(timed) {
      return read
    }
    return try await store.readNotingTables(timed)
  }
}
