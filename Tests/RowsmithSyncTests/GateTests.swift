import Foundation
import Testing

@testable import RowsmithSync

/// One sync at a time, whoever asks and whoever is cancelled.
@Suite struct GateTests {
  /// Counts what runs.
  private actor Counter {
    private(set) var running = 0
    private(set) var most = 0
    private(set) var scopes: [SyncScope] = []

    func begin(_ scope: SyncScope) {
      running += 1
      most = max(most, running)
      scopes.append(scope)
    }

    func end() { running -= 1 }
  }

  private func work(_ counter: Counter, _ duration: Duration = .milliseconds(2)) -> SyncGate.Work {
    { scope in
      await counter.begin(scope)
      // Goes on for a while where it is cancelled, as a request does.
      await Task { try? await Task.sleep(for: duration) }.value
      await counter.end()
      try Task.checkCancellation()
      return SyncReport()
    }
  }

  @Test func noTwoSyncsEverRunAtOnce() async throws {
    let (gate, counter) = (SyncGate(), Counter())
    let work = work(counter)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<300 {
        group.addTask {
          try? await Task.sleep(for: .microseconds(number * 150))
          _ = try? await gate.run(SyncScope.allCases[number % 3], work)
        }
      }
    }
    #expect(await counter.most == 1)
    #expect(await counter.running == 0)
  }

  @Test(.timeLimit(.minutes(1))) func everyScopeThatWaitsHasItsTurnAndIsShared() async throws {
    let (gate, counter) = (SyncGate(), Counter())
    let work = work(counter, .milliseconds(100))
    let first = Task { try await gate.run(.both, work) }
    while await counter.running == 0 { await Task.yield() }
    let others = [SyncScope.pull, .push, .full, .pull, .push].map { scope in
      Task { try await gate.run(scope, work) }
    }
    for task in [first] + others { _ = try await task.value }
    #expect(await Set(counter.scopes) == [.both, .pull, .push, .full])
    #expect(await counter.scopes.count == 4)
  }

  @Test(.timeLimit(.minutes(1))) func whoIsCancelledWhileWaitingNeverBegins() async throws {
    let (gate, counter) = (SyncGate(), Counter())
    let work = work(counter, .milliseconds(300))
    let first = Task { try await gate.run(.both, work) }
    while await counter.running == 0 { await Task.yield() }
    let waiting = Task { try await gate.run(.full, work) }
    try await Task.sleep(for: .milliseconds(20))
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    // They were let go at once, not when the first had ended.
    #expect(await counter.running == 1)
    _ = try await first.value
    _ = try await gate.run(.push, work)
    #expect(await counter.scopes == [.both, .push])
  }

  @Test(.timeLimit(.minutes(1))) func cancellingCancelsWhatRunsAndAllThatWaits() async throws {
    let (gate, counter) = (SyncGate(), Counter())
    let work = work(counter, .milliseconds(100))
    let first = Task { try await gate.run(.both, work) }
    while await counter.running == 0 { await Task.yield() }
    let others = [SyncScope.pull, .push, .full].map { scope in Task { try await gate.run(scope, work) } }
    try await Task.sleep(for: .milliseconds(20))
    await gate.cancel()
    for task in [first] + others {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(await counter.scopes == [.both])
  }

  @Test(.timeLimit(.minutes(1))) func aSyncGoesOnForThoseWhoStillWantIt() async throws {
    let (gate, counter) = (SyncGate(), Counter())
    let work = work(counter, .milliseconds(100))
    let first = Task { try await gate.run(.both, work) }
    while await counter.running == 0 { await Task.yield() }
    let (one, two) = (Task { try await gate.run(.full, work) }, Task { try await gate.run(.full, work) })
    try await Task.sleep(for: .milliseconds(20))
    one.cancel()
    await #expect(throws: CancellationError.self) { try await one.value }
    _ = try await two.value
    _ = try await first.value
    #expect(await counter.scopes == [.both, .full])
  }
}
