/// The changes of each write to a store, starting with the call of ``Store/changes(withValues:)``.
///
/// Sets come in the order of the writes, once readers can see the changes. A write that changes nothing has no set. At most
/// ``maximumQueued`` sets are queued, fewer if they are large; later ones are merged into the last. So a slow consumer gets
/// fewer sets, and memory does not grow with the number of writes.
///
/// The sequence is for one consumer: iterations share its sets. It ends when the consuming task is cancelled, or when the store
/// is closed or released; it does not keep the store open. While the sequence or an iterator exists, the store records each row
/// that is written.
public struct ChangeSets: AsyncSequence, Sendable {
  /// The change sets.
  public typealias Element = ChangeSet

  /// The maximum number of queued sets.
  public static let maximumQueued = 16

  let room: DeliveryQueue<ChangeQueue>
  let registration: ObserverRegistry.Registration?
  let model: StoredModel

  /// Starts an iteration, which continues where the previous one ended.
  public func makeAsyncIterator() -> Iterator { Iterator(sets: self) }

  /// One iteration.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let sets: ChangeSets

    /// Waits for the next change set; returns `nil` at the end of the sequence.
    public func next() async -> ChangeSet? {
      while case .changes(let pending) = await sets.room.take({ $0.next() }) {
        // Merged sets can cancel each other out.
        if let set = pending.changeSet(sets.model) { return set }
      }
      return nil
    }
  }
}
