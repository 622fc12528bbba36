/// What the writes to a store change, transaction by transaction, from the moment ``Store/changes(withValues:)`` was called.
///
/// A set is there when readers see what it says, in the order of the writes; writes that change nothing give none. At
/// most ``maximumQueued`` sets wait for the consumer, fewer where they are large: what comes then is merged into the
/// newest of them, so that a slow consumer is given fewer sets and memory does not grow with the number of writes.
///
/// The sequence is for one consumer: iterations share its sets. It ends when the consuming task is cancelled, and when
/// the store is closed or nobody refers to it any more; it does not keep the store open. As long as it or an iterator
/// is there, the store notes each row that is written.
public struct ChangeSets: AsyncSequence, Sendable {
  /// The change sets.
  public typealias Element = ChangeSet

  /// How many sets wait for the consumer at most.
  public static let maximumQueued = 16

  let room: DeliveryQueue<ChangeQueue>
  let registration: ObserverRegistry.Registration?
  let model: StoredModel

  /// Begins an iteration, which goes on where the one before ended.
  public func makeAsyncIterator() -> Iterator { Iterator(sets: self) }

  /// One iteration.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    let sets: ChangeSets

    /// Waits for the next change set; nil where there will be none.
    public func next() async -> ChangeSet? {
      while case .changes(let pending) = await sets.room.take({ $0.next() }) {
        // Of two that were merged the one may have undone the other.
        if let set = pending.changeSet(sets.model) { return set }
      }
      return nil
    }
  }
}
