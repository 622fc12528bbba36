/// Lets so many requests be under way and no more; the others wait their turn.
actor RequestLimiter {
  private var free: Int
  private var waiting: [(id: Int, turn: CheckedContinuation<Bool, Never>)] = []
  private var nextID = 0
  private var cancelled: Set<Int> = []

  init(_ limit: Int) { free = max(1, limit) }

  /// Runs the body when its turn has come.
  nonisolated func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
    try await acquire()
    do {
      let result = try await body()
      await release()
      return result
    } catch {
      await release()
      throw error
    }
  }

  private func acquire() async throws {
    if free > 0 {
      free -= 1
      return
    }
    let id = nextID
    nextID += 1
    let isMine = await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        if cancelled.remove(id) != nil { turn.resume(returning: false) } else { waiting.append((id, turn)) }
      }
    } onCancel: {
      Task { await self.cancel(id) }
    }
    cancelled.remove(id)
    if !isMine { throw CancellationError() }
  }

  private func cancel(_ id: Int) {
    if let index = waiting.firstIndex(where: { $0.id == id }) {
      waiting.remove(at: index).turn.resume(returning: false)
    } else {
      cancelled.insert(id)
    }
  }

  private func release() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().turn.resume(returning: true) }
  }
}
