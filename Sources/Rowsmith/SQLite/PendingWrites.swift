/// Rows of a connection that wait to be written: see ``RowQueue``. They are written before any other statement runs, so that
/// none can tell.
final class PendingWrites {
  /// Whether there is none: asked before each statement.
  private(set) var isEmpty = true
  /// The queues that hold some, in nobody's hands while they are changed: so the accesses are not checked.
  @exclusivity(unchecked) private var queues: [any PendingQueue] = []

  /// Notes that a queue holds rows.
  func add(_ queue: any PendingQueue) {
    queues.append(queue)
    isEmpty = false
  }

  /// Notes that a queue holds none any more.
  func remove(_ queue: any PendingQueue) {
    queues.removeAll { $0 === queue }
    isEmpty = queues.isEmpty
  }

  /// Writes what waits. Where that fails nothing waits any more: the transaction fails with it.
  func write() throws {
    let waiting = takeAll()
    do {
      for queue in waiting { try queue.write() }
    } catch {
      for queue in waiting { queue.forget() }
      throw error
    }
  }

  /// Leaves out what waits, before all that was written since is rolled back.
  func forget() { for queue in takeAll() { queue.forget() } }

  private func takeAll() -> [any PendingQueue] {
    defer {
      queues.removeAll(keepingCapacity: true)
      isEmpty = true
    }
    return queues
  }
}

/// Rows of one table that wait to be written.
protocol PendingQueue: AnyObject {
  /// Writes them, by statements that do not ask for what waits.
  func write() throws

  /// Leaves them out.
  func forget()
}
