import Foundation

/// Lets one sync run at a time, in the order in which they were asked for; those who ask for the same while it waits share it.
actor SyncGate {
  typealias Work = @Sendable (SyncScope) async throws -> SyncReport

  /// A sync that runs or waits. Only the actor's own functions use it.
  private final class Turn: @unchecked Sendable {
    let scope: SyncScope
    let interest = SyncInterest()
    var task: Task<Void, Never>? { didSet { interest.task = task } }
    var hasBegun = false
    /// Those who want its report.
    var callers: [UUID: CheckedContinuation<SyncReport, any Error>] = [:]

    var result: Result<SyncReport, any Error>?

    init(_ scope: SyncScope) { self.scope = scope }
  }

  /// What runs, and what waits behind it.
  private var turns: [Turn] = []

  /// Runs a sync when its turn has come. Where everybody who wants its report is cancelled, it is cancelled itself.
  func run(_ scope: SyncScope, _ work: @escaping Work) async throws -> SyncReport {
    try Task.checkCancellation()
    let caller = UUID()
    let turn =
      turns.first {
        $0.scope == scope && !$0.hasBegun && $0.task?.isCancelled != true && $0.interest.join(caller)
      } ?? add(scope, work, for: caller)
    return try await withTaskCancellationHandler {
      try await self.wait(caller, for: turn)
    } onCancel: {
      // At once: until the actor has time for it, the sync would go on.
      turn.interest.leave(caller)
      Task { await self.leave(caller) }
    }
  }

  /// In a function of its own: the closure of a cancellation handler may run beside the actor.
  private func wait(_ caller: UUID, for turn: Turn) async throws -> SyncReport {
    try Task.checkCancellation()
    if let result = turn.result { return try result.get() }
    return try await withCheckedThrowingContinuation { turn.callers[caller] = $0 }
  }

  private func add(_ scope: SyncScope, _ work: @escaping Work, for caller: UUID) -> Turn {
    let turn = Turn(scope)
    _ = turn.interest.join(caller)
    // Each waits for the one before, whatever becomes of that, so that no two ever run.
    let before = turns.last?.task
    turns.append(turn)
    turn.task = Task {
      await before?.value
      turn.hasBegun = true
      let result: Result<SyncReport, any Error>
      do {
        try Task.checkCancellation()
        result = .success(try await work(scope))
      } catch {
        result = .failure(error)
      }
      self.end(turn, result)
    }
    return turn
  }

  private func end(_ turn: Turn, _ result: Result<SyncReport, any Error>) {
    turns.removeAll { $0 === turn }
    turn.result = result
    let callers = turn.callers.values
    turn.callers = [:]
    for caller in callers { caller.resume(with: result) }
  }

  /// Lets a caller go who was cancelled: at once, unless a sync runs for them alone, which is to have ended by then.
  private func leave(_ caller: UUID) {
    guard let turn = turns.first(where: { $0.callers[caller] != nil }) else { return }
    let isAlone = turn.callers.count == 1
    if isAlone { turn.task?.cancel() }
    if isAlone, turn.hasBegun { return }
    turn.callers.removeValue(forKey: caller)?.resume(throwing: CancellationError())
  }

  /// Cancels what runs and all that waits, and waits for the end.
  func cancel() async {
    let tasks = turns.compactMap(\.task)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
