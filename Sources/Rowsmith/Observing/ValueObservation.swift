/// The values that a request has over time. It is read again when its result may have changed.
///
/// Iterating gives the value now, and then each value that differs from the one before. There is no queue: a slow consumer
/// gets the value at the time it asks. It may miss states in between, but not the last one.
///
/// The iteration ends when its task is cancelled, and when the store is closed or released; an observation does not keep
/// the store open. An error while reading is thrown and ends the iteration. Each iteration reads by itself.
public struct ValueObservation<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// The values.
  public typealias Element = Value

  let store: WeakStore
  let body: @Sendable (ReadTransaction) throws -> Value

  /// Begins to observe.
  public func makeAsyncIterator() -> Iterator { Iterator(observer: ValueObserver(store, body)) }

  /// One iteration.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let observer: ValueObserver<Value>

    /// Waits for the next value; nil where there will be none.
    ///
    /// - Throws: what reading throws: ``StoreError``, ``RowDecodingError``, errors of a block of the app's own.
    public func next() async throws -> Value? { try await observer.next() }

    /// The same for those who go on after an error: then the value is read again after the next write.
    package func nextResult() async -> Result<Value, any Error>? { await observer.nextResult() }
  }
}

/// A store that may be gone.
final class WeakStore: @unchecked Sendable {
  // Set once; reading it is atomic.
  private(set) weak var store: Store?

  init(_ store: Store) { self.store = store }
}
