/// The values of a request over time. The request is fetched again when its result may have changed.
///
/// An iteration delivers the current value, and then each value that differs from the previous one. There is no queue: a slow
/// consumer gets the value at the time it asks. It may miss intermediate states, but not the last one.
///
/// An iteration ends when its task is cancelled, or when the store is closed or released; an observation does not keep the
/// store open. An error while reading is thrown and ends the iteration. Each iteration reads on its own.
public struct ValueObservation<Value: Equatable & Sendable>: AsyncSequence, Sendable {
  /// The values.
  public typealias Element = Value

  let store: WeakStore
  let body: @Sendable (ReadTransaction) throws -> Value

  /// Starts an iteration.
  public func makeAsyncIterator() -> Iterator { Iterator(observer: ValueObserver(store, body)) }

  /// One iteration.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let observer: ValueObserver<Value>

    /// Waits for the next value; returns `nil` at the end of the iteration.
    ///
    /// - Throws: errors of the read: ``StoreError``, ``RowDecodingError``, errors of the app's own block.
    public func next() async throws -> Value? { try await observer.next() }

    /// The same, but an error does not end the iteration: the value is read again after the next write.
    package func nextResult() async -> Result<Value, any Error>? { await observer.nextResult() }
  }
}

/// A weak reference to a store.
final class WeakStore: @unchecked Sendable {
  // Set once; reading it is atomic.
  private(set) weak var store: Store?

  init(_ store: Store) { self.store = store }
}
