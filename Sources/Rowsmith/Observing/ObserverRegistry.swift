import Foundation

/// The observers of a store. It holds no reference to the store.
final class ObserverRegistry: @unchecked Sendable {
  typealias ValueRoom = DeliveryQueue<Interest>
  typealias ChangeRoom = DeliveryQueue<ChangeQueue>

  /// Guards the properties below. No room is entered while it is held.
  private let lock = NSLock()
  private var values: [Int: ValueRoom] = [:]
  private var queues: [Int: ChangeRoom] = [:]
  /// The queues that need old and new values.
  private var valueQueues: Set<Int> = []
  private var nextID = 0
  private var isFinished = false
  private var poll: Task<Void, Never>?

  /// What a write has to record.
  struct Wanted: Sendable {
    /// The written tables.
    var tables = false
    /// The written rows.
    var rows = false
    /// The values of the rows.
    var values = false
  }

  var wanted: Wanted {
    lock.withLock { Wanted(tables: !values.isEmpty, rows: !queues.isEmpty, values: !valueQueues.isEmpty) }
  }

  /// Reports writes to the room while the registration exists.
  func add(_ room: ValueRoom) -> Registration? {
    let id = newID { values[$0] = room }
    if id == nil { room.update { $0.isFinished = true } }
    return id.map { Registration(self, $0) }
  }

  /// Delivers changes to the room while the registration exists.
  func add(_ room: ChangeRoom, withValues: Bool = false) -> Registration? {
    let id = newID {
      queues[$0] = room
      if withValues { valueQueues.insert($0) }
    }
    if id == nil { room.update { $0.isFinished = true } }
    return id.map { Registration(self, $0) }
  }

  private func newID(_ body: (Int) -> Void) -> Int? {
    lock.withLock {
      if isFinished { return nil }
      nextID += 1
      body(nextID)
      return nextID
    }
  }

  fileprivate func remove(_ id: Int) {
    let ended: Task<Void, Never>? = lock.withLock {
      values[id] = nil
      queues[id] = nil
      valueQueues.remove(id)
      guard values.isEmpty, queues.isEmpty else { return nil }
      defer { poll = nil }
      return poll
    }
    ended?.cancel()
  }

  /// Keeps the task that checks for external changes while there are observers. Creates it if needed.
  func keepPolling(_ make: () -> Task<Void, Never>) {
    lock.withLock {
      if poll == nil, !isFinished, !values.isEmpty || !queues.isEmpty { poll = make() }
    }
  }

  /// Whether there are no observers.
  var isEmpty: Bool { lock.withLock { values.isEmpty && queues.isEmpty } }

  /// Delivers a write to all observers. Called when readers can see it, in the order of the writes.
  func deliver(_ tables: TouchedTables, _ changes: UndeliveredChanges?) {
    let (values, queues, valueQueues) = lock.withLock {
      (Array(self.values.values), self.queues, self.valueQueues)
    }
    if let changes {
      var keysOnly = changes
      keysOnly.values = nil
      for (id, room) in queues {
        var own = valueQueues.contains(id) ? changes : keysOnly
        // It came during the transaction, of which no values were recorded.
        if valueQueues.contains(id), changes.values == nil { own.isComplete = false }
        room.update { $0.append(own) }
      }
    }
    for room in values { room.update { $0.touch(tables) } }
  }

  /// Ends the observations of values. They stop reading.
  func finishValues() {
    let rooms = lock.withLock {
      isFinished = true
      defer { values = [:] }
      return Array(values.values)
    }
    for room in rooms { room.update { $0.isFinished = true } }
  }

  /// Ends all observations. Queued change sets are still delivered.
  func finish() {
    finishValues()
    let (rooms, ended) = lock.withLock {
      defer { (queues, poll) = ([:], nil) }
      return (Array(queues.values), poll)
    }
    ended?.cancel()
    for room in rooms { room.update { $0.isFinished = true } }
  }

  /// Ends an observation when it is released.
  final class Registration: Sendable {
    private let registry: ObserverRegistry
    private let id: Int

    init(_ registry: ObserverRegistry, _ id: Int) {
      self.registry = registry
      self.id = id
    }

    deinit { registry.remove(id) }
  }
}
