/// Lets one sync run at a time; those who ask meanwhile share the next one.
actor SyncGate {
  private var running: Task<SyncReport, any Error>?
  /// How many wait for each.
  private var waiting: [Task<SyncReport, any Error>: Int] = [:]
  private var next: (scope: SyncScope, task: Task<SyncReport, any Error>)?

  /// Runs a sync when its turn has come. Where everybody who waits for a sync is cancelled, it is cancelled itself.
  func run(_ scope: SyncScope, _ work: @escaping @Sendable (SyncScope) async throws -> SyncReport)
    async throws -> SyncReport
  {
    let task: Task<SyncReport, any Error>
    if running == nil {
      task = begin(scope, work)
    } else if let next, next.scope == scope {
      task = next.task
    } else {
      let before = next?.task ?? running
      task = Task {
        _ = await before?.result
        try Task.checkCancellation()
        return try await self.begin(scope, work).value
      }
      next = (scope, task)
    }
    waiting[task, default: 0] += 1
    defer { leave(task) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      Task { await self.giveUp(task) }
    }
  }

  private func leave(_ task: Task<SyncReport, any Error>) {
    let others = (waiting[task] ?? 1) - 1
    waiting[task] = others > 0 ? others : nil
  }

  private func giveUp(_ task: Task<SyncReport, any Error>) { if waiting[task] ?? 0 <= 1 { task.cancel() } }

  private func begin(
    _ scope: SyncScope, _ work: @escaping @Sendable (SyncScope) async throws -> SyncReport
  ) -> Task<SyncReport, any Error> {
    next = nil
    let task = Task { try await work(scope) }
    running = task
    Task {
      _ = await task.result
      self.end(task)
    }
    return task
  }

  private func end(_ task: Task<SyncReport, any Error>) { if running == task { running = nil } }

  /// Cancels what runs and what waits, and waits for the end.
  func cancel() async {
    let (running, next) = (running, next?.task)
    next?.cancel()
    running?.cancel()
    _ = await running?.result
    _ = await next?.result
  }
}
