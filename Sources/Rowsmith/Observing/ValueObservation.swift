/// The values that something in a store has over time, which is read again when it may have changed.
///
/// Iterating gives the value as it is, and from then on each one that differs from the one given before. Nothing is
/// kept for a consumer that is slow: it is given the value as it is when it asks, and the states between are passed
/// over. The last state is never missed.
///
/// The iteration ends when its task is cancelled, and when the store is closed or nobody else refers to it; an
/// observation does not keep the store open. It throws what reading throws, and ends then, too. Each iteration reads
/// for itself.
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
  }
}

/// A store that may be gone.
final class WeakStore: @unchecked Sendable {
  // Set once; reading it is atomic.
  private(set) weak var store: Store?

  init(_ store: Store) { self.store = store }
}
