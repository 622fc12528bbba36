/// The buffered rows of a connection: see ``RowQueue``. They are written before any other statement runs, so that no
/// statement sees a difference.
final class PendingWrites {
  /// Whether no rows are buffered. Read before each statement.
  private(set) var isEmpty = true
  /// The queues with buffered rows. Never changed during another access, so exclusivity checks are off.
  @exclusivity(unchecked) private var queues: [any PendingQueue] = []

  /// Records that a queue has rows.
  func add(_ queue: any PendingQueue) {
    queues.append(queue)
    isEmpty = false
  }

  /// Records that a queue has no more rows.
  func remove(_ queue: any PendingQueue) {
    queues.removeAll { $0 === queue }
    isEmpty = queues.isEmpty
  }

  /// Writes the buffered rows. If that fails, all are discarded: the transaction fails, too.
  func write() throws {
    let waiting = takeAll()
    do {
      for queue in waiting { try queue.write() }
    } catch {
      for queue in waiting { queue.forget() }
      throw error
    }
  }

  /// Discards the buffered rows, before a rollback of everything written since.
  func forget() { for queue in takeAll() { queue.forget() } }

  private func takeAll() -> [any PendingQueue] {
    defer {
      queues.removeAll(keepingCapacity: true)
      isEmpty = true
    }
    return queues
  }
}

/// The buffered rows of one table.
protocol PendingQueue: AnyObject {
  /// Writes the rows, with statements that do not write buffered rows first.
  func write() throws

  /// Discards the rows.
  func forget()
}
