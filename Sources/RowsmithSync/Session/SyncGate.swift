import Foundation

/// Runs one sync at a time, in order of request. Requests for the same scope that wait at the same time share a sync.
actor SyncGate {
  typealias Work = @Sendable (SyncScope) async throws -> SyncReport

  /// A sync that runs or waits. Only used by functions of the actor.
  private final class Turn: @unchecked Sendable {
    let scope: SyncScope
    let interest = SyncInterest()
    var task: Task<Void, Never>? { didSet { interest.task = task } }
    var hasBegun = false
    /// The callers that wait for its report.
    var callers: [UUID: CheckedContinuation<SyncReport, any Error>] = [:]

    var result: Result<SyncReport, any Error>?

    init(_ scope: SyncScope) { self.scope = scope }
  }

  /// The running sync, and those that wait.
  private var turns: [Turn] = []

  /// Runs a sync when its turn comes. If all of its callers are cancelled, the sync is cancelled, too.
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
      // Done at once: the sync would go on until the actor is free.
      turn.interest.leave(caller)
      Task { await self.leave(caller) }
    }
  }

  /// A separate function: the closure of a cancellation handler may run outside the actor.
  private func wait(_ caller: UUID, for turn: Turn) async throws -> SyncReport {
    try Task.checkCancellation()
    if let result = turn.result { return try result.get() }
    return try await withCheckedThrowingContinuation { turn.callers[caller] = $0 }
  }

  private func add(_ scope: SyncScope, _ work: @escaping Work, for caller: UUID) -> Turn {
    let turn = Turn(scope)
    _ = turn.interest.join(caller)
    // Each waits for the one before, however that ends, so two never run at once.
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

  /// Resumes a cancelled caller. If it is the only caller of a running sync, it waits until that has ended.
  private func leave(_ caller: UUID) {
    guard let turn = turns.first(where: { $0.callers[caller] != nil }) else { return }
    let isAlone = turn.callers.count == 1
    if isAlone { turn.task?.cancel() }
    if isAlone, turn.hasBegun { return }
    turn.callers.removeValue(forKey: caller)?.resume(throwing: CancellationError())
  }

  /// Cancels the running sync and those that wait, and waits for them to end.
  func cancel() async {
    let tasks = turns.compactMap(\.task)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
