import RowsmithTesting
import TestSupport
import Testing

@testable import RowsmithSync

/// One sync at a time, whoever asks and whoever is cancelled.
@Suite struct GateTests {
  /// Counts what runs.
  private actor Runs {
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

  /// Something that goes on until the test ends it.
  private final class Work: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func end() { continuation.finish() }
    func wait() async { for await _ in stream {} }
  }

  /// - Parameter isEndedByCancelling: whether it ends when it is cancelled; otherwise it goes on, as a request does.
  private func work(_ counter: Runs, _ work: Work, isEndedByCancelling: Bool = false) -> SyncGate.Work {
    { scope in
      await counter.begin(scope)
      if isEndedByCancelling { await work.wait() } else { await Task { await work.wait() }.value }
      await counter.end()
      try Task.checkCancellation()
      return SyncReport()
    }
  }

  /// Asks for syncs while one runs, and gives their tasks when all of them wait for their turn.
  private func waiting(
    _ scopes: [SyncScope], _ gate: SyncGate, _ work: @escaping SyncGate.Work
  ) async throws -> [Task<SyncReport, any Error>] {
    let asking = Counter()
    let tasks = scopes.map { scope in
      Task {
        asking.add(1)
        return try await gate.run(scope, work)
      }
    }
    try await eventually { asking.value == scopes.count }
    // What they do next is to wait.
    try await Task.sleep(for: .milliseconds(20))
    return tasks
  }

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

  @Test("Every scope that waits has its turn, and is shared", .timeLimit(.minutes(30)))
  func everyScopeThatWaitsHasItsTurnAndIsShared() async throws {
    let (gate, counter) = (SyncGate(), Runs())
    let running = Work()
    let work = work(counter, running)
    let first = Task { try await gate.run(.both, work) }
    while await counter.running == 0 { await Task.yield() }
    let others = try await waiting([.pull, .push, .full, .pull, .push], gate, work)
    running.end()
    for task in [first] + others { _ = try await task.value }
    #expect(await Set(counter.scopes) == [.both, .pull, .push, .full])
    #expect(await counter.scopes.count == 4)
  }

  @Test("Who is cancelled while waiting is let go at once, and never begins", .timeLimit(.minutes(30)))
  func whoIsCancelledWhileWaitingNeverBegins() async throws {
    let (gate, counter) = (SyncGate(), Runs())
    let running = Work()
    let work = work(counter, running)
    let first = Task { try await gate.run(.both, work) }
    while await counter.running == 0 { await Task.yield() }
    let waiting = try await waiting([.full], gate, work)[0]
    waiting.cancel()
    // It is let go at once, not when the first has ended.
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(await counter.running == 1)
    running.end()
    _ = try await first.value
    _ = try await gate.run(.push, work)
    #expect(await counter.scopes == [.both, .push])
  }

  @Test("Cancelling cancels what runs and all that waits", .timeLimit(.minutes(30)))
  func cancellingCancelsWhatRunsAndAllThatWaits() async throws {
    let (gate, counter) = (SyncGate(), Runs())
    let work = work(counter, Work(), isEndedByCancelling: true)
    let first = Task { try await gate.run(.both, work) }
    while await counter.running == 0 { await Task.yield() }
    let others = try await waiting([.pull, .push, .full], gate, work)
    await gate.cancel()
    for task in [first] + others {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(await counter.scopes == [.both])
  }

  @Test("A sync goes on for those who still want it", .timeLimit(.minutes(30)))
  func aSyncGoesOnForThoseWhoStillWantIt() async throws {
    let (gate, counter) = (SyncGate(), Runs())
    let running = Work()
    let work = work(counter, running)
    let first = Task { try await gate.run(.both, work) }
    while await counter.running == 0 { await Task.yield() }
    let others = try await waiting([.full, .full], gate, work)
    others[0].cancel()
    await #expect(throws: CancellationError.self) { try await others[0].value }
    running.end()
    _ = try await others[1].value
    _ = try await first.value
    #expect(await counter.scopes == [.both, .full])
  }

  // MARK: Other processes

  @Test(arguments: [(-30_000, true), (-29_999, false), (29_999, false), (30_000, true)])
  func `a file that another process synchronises is free when that was silent for half a minute`(
    heard: Int, isFree: Bool
  ) async throws {
    var options = SyncOptions()
    options.clock.now = { 1_700_000_000 }
    let device = try Device(MemorySyncServer(), options: options)
    // The first process of a machine is always there.
    try device.run(
      """
      INSERT INTO _rowsmith_sync_state (name, value)
      VALUES ('owner', '1 a b'), ('heartbeat', \(1_700_000_000_000 + heard))
      """)
    if isFree {
      #expect(try await device.sync().stopped == nil)
      return
    }
    let error = await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(error?.reason == .busy)
    #expect(error?.message.hasPrefix("another sync of this file is running (process 1)") == true)
  }

  @Test func `a sync whose file another process has taken over writes nothing more`() async throws {
    let server = HookedServer()
    server.memory.put(#"{"id":"n1","title":"A"}"#, id: "n1", in: "notes")
    let device = try Device(server)
    server.before { query in
      if query.collection.path != "notes" { return }
      try device.run("UPDATE _rowsmith_sync_state SET value = '1 a b' WHERE name = 'owner'")
    }
    #expect(try await device.sync().stopped?.reason == .busy)
    #expect(try device.rows("SELECT id FROM Note") == [])
    #expect(try device.rows("SELECT cursor FROM _rowsmith_sync_cursors WHERE collection = 'Note'") == [])
    // Nor does it give back what is not its own.
    #expect(try device.rows("SELECT value FROM _rowsmith_sync_state WHERE name = 'owner'") == ["1 a b"])
  }
}
