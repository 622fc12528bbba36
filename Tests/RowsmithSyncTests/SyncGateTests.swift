@testable import RowsmithSync
import TestSupport
import Testing

@Suite struct SyncGateTests {
  @Test
  func
    `however many ask for whatever, one sync runs at a time, and everybody gets one that began afterwards`()
    async throws
  {
    let gate = SyncGate()
    let (running, most, runs) = (Counter(), Counter(), Counter())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for step in 0..<200 {
            let asked = runs.value
            let report = try await gate.run((number + step) % 3 == 0 ? .push : .both) { _ in
              running.add(1)
              runs.add(1)
              most.raise(to: running.value)
              var report = SyncReport()
              report.requests = runs.value
              for _ in 0..<number { await Task.yield() }
              running.add(-1)
              return report
            }
            #expect(report.requests > asked)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(most.value == 1)
    #expect(runs.value < 8 * 200)
  }

  @Test func `who is cancelled while waiting begins nothing, and those behind go on`() async throws {
    let gate = SyncGate()
    let (began, release) = AsyncStream<Void>.makeStream()
    let (started, isRunning) = AsyncStream<Void>.makeStream()
    let first = Task {
      try await gate.run(.both) { _ in
        isRunning.yield()
        for await _ in began { break }
        return SyncReport()
      }
    }
    for await _ in started { break }
    let runs = Counter()
    let second = Task {
      try await gate.run(.push) { _ in
        runs.add(1)
        return SyncReport()
      }
    }
    second.cancel()
    let third = Task {
      try await gate.run(.pull) { _ in
        runs.add(10)
        return SyncReport()
      }
    }
    release.yield()
    _ = try await first.value
    _ = try await third.value
    _ = await second.result
    #expect(runs.value == 10 || runs.value == 11)
  }
}
