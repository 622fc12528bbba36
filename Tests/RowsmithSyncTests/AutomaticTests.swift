import Rowsmith
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct AutomaticTests {
  @Test("A write begins a sync", .timeLimit(.minutes(30)))
  func aWriteBeginsASync() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    var triggers = SyncTriggers()
    triggers.afterWrite = .milliseconds(10)
    triggers.interval = nil
    var events = device.session.start(triggers).makeAsyncIterator()
    var ended = 0
    while let event = await events.next() {
      guard case .ended(let report) = event else { continue }
      #expect(report.stopped == nil)
      ended += 1
      if ended == 1 { try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')") }
      if server.entries(in: "notes").count == 1 { break }
    }
    await device.session.stop()
    #expect(server.entries(in: "notes").count == 1)
  }

  @Test(.timeLimit(.minutes(30))) func `a write begins a sync also after what is unsent could not be read`()
    async throws
  {
    let server = MemorySyncServer()
    var options = SyncOptions()
    options.clock.sleep = { _ in try await Task.sleep(for: .milliseconds(5)) }
    let device = try Device(server, options: options)
    var triggers = SyncTriggers()
    (triggers.afterWrite, triggers.interval) = (.milliseconds(5), nil)
    var events = device.session.start(triggers).makeAsyncIterator()
    while let event = await events.next() { if case .ended = event { break } }
    try device.run("ALTER TABLE _rowsmith_sync_unsent RENAME TO away")
    try device.run("CREATE TABLE _rowsmith_sync_unsent (other)")
    try device.run("INSERT INTO _rowsmith_sync_unsent VALUES (1)")
    while let event = await events.next() { if case .failed = event { break } }
    try device.run("DROP TABLE _rowsmith_sync_unsent")
    try device.run("ALTER TABLE away RENAME TO _rowsmith_sync_unsent")
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    while server.entries(in: "notes").isEmpty, await events.next() != nil {}
    await device.session.stop()
    #expect(server.entries(in: "notes").count == 1)
  }

  /// Triggers that come often.
  private static var eager: SyncTriggers {
    var triggers = SyncTriggers()
    triggers.afterWrite = .milliseconds(5)
    triggers.interval = .milliseconds(20)
    return triggers
  }

  @Test("A server that wants to be left alone is, whatever is written and hinted", .timeLimit(.minutes(30)))
  func aServerThatWantsToBeLeftAloneIs() async throws {
    let server = HookedServer()
    server.before { _ in
      var error = SyncError(.throttled, "429")
      error.retryAfter = 3600
      throw error
    }
    let device = try Device(server)
    var triggers = Self.eager
    let (hints, hint) = AsyncStream<Void>.makeStream()
    triggers.hints = hints
    device.session.start(triggers)
    while server.asked.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    for number in 0..<20 {
      try await Task.sleep(for: .milliseconds(20))
      try device.run("INSERT INTO Note (id, title) VALUES ('n\(number)', 'A')")
      hint.yield()
    }
    #expect(server.asked.count == 1)
    await device.session.stop()
  }

  @Test(.timeLimit(.minutes(30))) func `a server that wants to be left alone is, also after a failure`()
    async throws
  {
    let server = HookedServer()
    server.wantsPause = 3600
    server.before { _ in throw SyncError(.offline, "no network") }
    let device = try Device(server)
    let network = Network()
    var triggers = Self.eager
    triggers.reachability = network
    device.session.start(triggers)
    while server.asked.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    for number in 0..<20 {
      try await Task.sleep(for: .milliseconds(20))
      try device.run("INSERT INTO Note (id, title) VALUES ('n\(number)', 'A')")
      network.continuation.yield(true)
    }
    #expect(server.asked.count == 1)
    await device.session.stop()
  }

  @Test(.timeLimit(.minutes(30)), arguments: [true, false], [3600, Double.infinity])
  func `a wait that a server asks for is a little longer, at random, and has an end`(
    isFailure: Bool, seconds: Double
  ) async throws {
    let server = HookedServer()
    server.wantsPause = seconds
    if isFailure { server.before { _ in throw SyncError(.offline, "no network") } }
    let (waits, wait) = AsyncStream<Duration>.makeStream()
    var options = SyncOptions()
    options.clock.draw = { 0.5 }
    options.clock.sleep = { duration in
      wait.yield(duration)
      // Waits do not end by themselves.
      try await Task.sleep(for: .seconds(1000))
    }
    let device = try Device(server, options: options)
    var triggers = SyncTriggers()
    (triggers.afterWrite, triggers.interval) = (nil, nil)
    device.session.start(triggers)
    var iterator = waits.makeAsyncIterator()
    let next = await iterator.next()
    let first = try #require(next)
    let wanted = min(seconds, 1e9)
    #expect(first > .seconds(wanted * 1.06) && first < .seconds(wanted * 1.07), "\(first)")
    await device.session.stop()
  }

  @Test("One sync that is cancelled does not end those that follow", .timeLimit(.minutes(30)))
  func oneSyncThatIsCancelledDoesNotEndThoseThatFollow() async throws {
    let server = HookedServer()
    server.before { _ in try await Task.sleep(for: .seconds(100)) }
    let device = try Device(server)
    var triggers = Self.eager
    triggers.interval = nil
    device.session.start(triggers)
    while server.asked.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    await device.session.cancel()
    server.before(nil)
    while server.memory.entries(in: "notes").isEmpty {
      try device.run("INSERT INTO Note (id, title) VALUES (hex(randomblob(8)), 'A')")
      try await Task.sleep(for: .milliseconds(50))
    }
    await device.session.stop()
  }

  @Test("A network that is back ends a wait that the server has not asked for", .timeLimit(.minutes(30)))
  func aNetworkThatIsBackEndsAWaitThatTheServerHasNotAskedFor() async throws {
    let server = HookedServer()
    server.before { _ in throw SyncError(.offline, "no network") }
    var options = SyncOptions()
    // Waits do not end by themselves.
    options.clock.sleep = { _ in try await Task.sleep(for: .seconds(1000)) }
    let device = try Device(server, options: options)
    let network = Network()
    var triggers = SyncTriggers()
    (triggers.afterWrite, triggers.interval, triggers.reachability) = (nil, nil, network)
    var events = device.session.start(triggers).makeAsyncIterator()
    while let event = await events.next() { if case .ended = event { break } }
    server.before(nil)
    network.continuation.yield(true)
    while let event = await events.next() {
      guard case .ended(let report) = event else { continue }
      if report.stopped == nil { break }
      network.continuation.yield(true)
    }
    await device.session.stop()
  }

  @Test(.timeLimit(.minutes(30)))
  func `a network that is back while a sync fails is not waited for after it`() async throws {
    let server = HookedServer()
    let network = Network()
    server.before { _ in
      network.continuation.yield(true)
      // It is heard of before the sync fails.
      try await Task.sleep(for: .milliseconds(300))
      throw SyncError(.offline, "no network")
    }
    var options = SyncOptions()
    // Waits do not end by themselves.
    options.clock.sleep = { _ in try await Task.sleep(for: .seconds(1000)) }
    let device = try Device(server, options: options)
    var triggers = SyncTriggers()
    (triggers.afterWrite, triggers.interval, triggers.reachability) = (nil, nil, network)
    var events = device.session.start(triggers).makeAsyncIterator()
    while let event = await events.next() {
      guard case .ended(let report) = event else { continue }
      if report.stopped == nil { break }
      server.before(nil)
    }
    await device.session.stop()
  }

  @Test(.timeLimit(.minutes(30)), arguments: [true, false])
  func
    `nothing begins any more where somebody has to log in, or the file is another user's, until it is started again`(
      _ isOther: Bool
    ) async throws
  {
    let server = HookedServer()
    server.user = "alice"
    let device = try Device(server)
    try await device.sync()
    if isOther {
      server.user = "bob"
    } else {
      server.before { _ in throw SyncError(.loginNeeded, "401") }
    }
    let asked = server.asked.count
    var names: [String] = []
    for await event in device.session.start(Self.eager) {
      switch event {
      case .began: names.append("began")
      case .ended: names.append("ended")
      case .loginNeeded(let error): names.append("login \(error.reason.rawValue)")
      case .failed(let error): names.append("failed \((error as? SyncError)?.reason.rawValue ?? "")")
      }
    }
    #expect(names == (isOther ? ["began", "failed otherUser"] : ["began", "ended", "login loginNeeded"]))
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try await Task.sleep(for: .milliseconds(100))
    #expect(server.asked.count == asked + (isOther ? 0 : 1))
    server.user = "alice"
    server.before(nil)
    device.session.start(Self.eager)
    while server.memory.entries(in: "notes").isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    await device.session.stop()
  }

  @Test(.timeLimit(.minutes(30)), arguments: [nil, 3600] as [Double?])
  func `it ends when the store is closed, also in a pause that the server asked for`(pause: Double?)
    async throws
  {
    let server = HookedServer()
    server.wantsPause = pause
    var options = SyncOptions()
    // Waits do not end by themselves.
    options.clock.sleep = { _ in try await Task.sleep(for: .seconds(1000)) }
    let device = try Device(server, options: options)
    var triggers = SyncTriggers()
    triggers.interval = nil
    var events = device.session.start(triggers).makeAsyncIterator()
    while let event = await events.next() { if case .ended = event { break } }
    await device.store.close()
    var reasons: [StoreError.Reason?] = []
    while let event = await events.next() {
      if case .failed(let error) = event { reasons.append((error as? StoreError)?.reason) }
    }
    #expect(reasons == [.closed])
  }

  /// A network that is there when the test says so.
  private struct Network: Reachability {
    let changes: AsyncStream<Bool>
    let continuation: AsyncStream<Bool>.Continuation

    init() { (changes, continuation) = AsyncStream<Bool>.makeStream() }
  }

  @Test("Starting again takes the other triggers, and ends the stream of before", .timeLimit(.minutes(30)))
  func startingAgainTakesTheOtherTriggers() async throws {
    let device = try Device(MemorySyncServer())
    let (hints, hint) = AsyncStream<Void>.makeStream()
    var triggers = SyncTriggers()
    (triggers.afterWrite, triggers.interval, triggers.hints) = (nil, nil, hints)
    var before = device.session.start(triggers).makeAsyncIterator()
    while let event = await before.next() { if case .ended = event { break } }
    triggers.hints = nil
    triggers.interval = .milliseconds(5)
    var events = device.session.start(triggers).makeAsyncIterator()
    // The stream of the one before ends.
    while await before.next() != nil {}
    var ended = 0
    while ended < 3, let event = await events.next() { if case .ended = event { ended += 1 } }
    #expect(ended == 3)
    hint.finish()
    await device.session.stop()
  }
}
