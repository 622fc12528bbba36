/// Limits the number of concurrent requests; others wait in order of arrival.
actor RequestLimiter {
  private var free: Int
  private var waiting: [(id: Int, turn: CheckedContinuation<Bool, Never>)] = []
  private var nextID = 0

  init(_ limit: Int) { free = max(1, limit) }

  /// Runs the body when a request may start.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits, and what the body throws.
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
      // There is no suspension before this, so a cancellation always finds the continuation.
      await withCheckedContinuation { turn in waiting.append((id, turn)) }
    } onCancel: {
      Task { await self.cancel(id) }
    }
    if !isMine { throw CancellationError() }
  }

  private func cancel(_ id: Int) {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
    waiting.remove(at: index).turn.resume(returning: false)
  }

  private func release() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().turn.resume(returning: true) }
  }
}
