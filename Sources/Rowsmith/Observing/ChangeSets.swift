/// What the writes to a store change, transaction by transaction, from the moment ``Store/changes(withValues:)`` was called.
///
/// Sets come in the order of the writes, once readers can see the changes. A write that changes nothing gives no set. At
/// most ``maximumQueued`` sets wait for the consumer, fewer if they are large; later ones are merged into the newest. So a
/// slow consumer gets fewer sets, and memory does not grow with the number of writes.
///
/// The sequence is for one consumer: iterations share its sets. It ends when the consuming task is cancelled, and when
/// the store is closed or released; it does not keep the store open. As long as it or an iterator exists, the store notes
/// each row that is written.
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
        // One of two merged sets may have undone the other.
        if let set = pending.changeSet(sets.model) { return set }
      }
      return nil
    }
  }
}
