import Bands
import Foundation
import Rowsmith
import Testing

/// Who waits for whom.
struct ConcurrencyTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = try Store(.file(folder.path("bands.sqlite")), model: BandsModel())
    try store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
  }

  /// A gate that one opens for another.
  private final class Gate: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    /// Guards `isOpen`.
    private let lock = NSLock()
    private var isOpen = false

    func open() {
      lock.withLock { isOpen = true }
      semaphore.signal()
    }

    /// Blocks the thread, which must not be one of the few that tasks share.
    func pass() -> Bool { semaphore.wait(timeout: .now() + 1800) == .success }

    /// Waits without a thread.
    func passing() async throws {
      while !lock.withLock({ isOpen }) { try await Task.sleep(for: .milliseconds(2)) }
    }
  }

  @Test
  func `reads run beside a write, on the state before it`() async throws {
    let (written, read) = (Gate(), Gate())
    let store = store
    async let write: Void = store.write { db in
      try db.insert(Band(name: "Korea", formed: 1))
      written.open()
      #expect(read.pass())
    }
    try await written.passing()
    #expect(try await store.fetch(Band.all.count()) == 1)
    read.open()
    try await write
    #expect(try await store.fetch(Band.all.count()) == 2)
  }

  @Test
  func `reads run beside each other, as many as there are readers`() async throws {
    let gates = (0..<4).map { _ in Gate() }
    let store = store
    try await withThrowingTaskGroup(of: Int.self) { group in
      for index in gates.indices {
        group.addTask {
          try await store.read { db in
            // Each lets the next one in, and the first one waits for the last.
            if index > 0 { #expect(gates[index - 1].pass()) }
            if index < gates.count - 1 { gates[index].open() }
            if index == 0 { #expect(gates[gates.count - 1].pass()) }
            if index == gates.count - 1 { gates[index].open() }
            return try db.fetch(Band.all.count())
          }
        }
      }
      for try await count in group { #expect(count == 1) }
    }
  }

  @Test
  func `a read sees one state, whatever is written meanwhile`() throws {
    try store.read { db in
      #expect(try db.fetch(Band.all.count()) == 1)
      try store.write { try $0.insert(Band(name: "Korea", formed: 1)) }
      #expect(try db.fetch(Band.all.count()) == 1)
    }
    #expect(try store.fetch(Band.all.count()) == 2)
  }

  @Test
  func `many tasks read and write at once`() async throws {
    let store = store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          try await store.write { try $0.insert(Band(name: "Band \(number)", formed: number)) }
        }
        group.addTask { _ = try await store.fetch(Band.filter { $0.formed >= 0 }) }
        group.addTask { _ = try await store.fetch(Band.all.count()) }
      }
      try await group.waitForAll()
    }
    #expect(try await store.fetch(Band.all.count()) == 101)
  }

  @Test
  func `a cancelled read ends, and its reader goes on`() async throws {
    var options = StoreOptions()
    options.maximumReaders = 1
    let store = try Store(.existingFile(folder.path("bands.sqlite")), model: BandsModel(), options: options)
    try await store.write { db in
      for number in 0..<3000 { try db.insert(Band(name: "Band \(number)", formed: number)) }
    }
    // Every band against every other: it would take minutes.
    let endless = Band.filter { _ in
      .sql("(SELECT count(*) FROM Band a, Band b, Band c WHERE a.formed + b.formed + c.formed > ?) > 0", 1)
    }
    let task = Task { try await store.fetch(endless.count()) }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await store.fetch(Band.all.count()) == 3001)
  }

  @Test
  func `a cancelled write leaves nothing`() async throws {
    let store = store
    let (begun, cancelled) = (Gate(), Gate())
    let task = Task {
      try await store.write { db in
        try db.insert(Band(name: "Korea", formed: 1))
        begun.open()
        #expect(cancelled.pass())
      }
    }
    try await begun.passing()
    task.cancel()
    cancelled.open()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(try await store.fetch(Band.all.count()) == 1)
  }

  /// Calls the body in a task that is cancelled: before the call, or just after it, which is when the call waits.
  private func cancelled<Result: Sendable>(
    isEarly: Bool, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Task<Result, any Error> {
    let calling = Gate()
    let task = Task<Result, any Error> {
      while isEarly, !Task.isCancelled { await Task.yield() }
      calling.open()
      return try await body()
    }
    if !isEarly { try await calling.passing() }
    task.cancel()
    return task
  }

  @Test(arguments: [false, true], [false, true])
  func `a call that is cancelled does not wait for the write before it`(
    _ isInMemory: Bool, isEarly: Bool
  ) async throws {
    let store = try isInMemory ? Store(.memory, model: BandsModel()) : store
    let (begun, ended) = (Gate(), Gate())
    async let write: Void = store.write { db in
      try db.insert(Band(name: "Korea", formed: 1))
      begun.open()
      #expect(ended.pass())
    }
    try await begun.passing()
    let writing = try await cancelled(isEarly: isEarly) {
      try await store.write { try $0.insert(Band(name: "China", formed: 1)) }
    }
    await #expect(throws: CancellationError.self) { try await writing.value }
    let importing = try await cancelled(isEarly: isEarly) {
      try await store.importJSON(.string(#"{"name": "China", "formed": 1}"#), into: .entity("Band"))
    }
    let error = await #expect(throws: ImportError.self) { try await importing.value }
    #expect(error?.reason == .cancelled)
    if isInMemory {
      let reading = try await cancelled(isEarly: isEarly) { try await store.fetch(Band.all.count()) }
      await #expect(throws: CancellationError.self) { try await reading.value }
    }
    ended.open()
    try await write
    #expect(try await store.fetch(Band.all.keys()).contains("China") == false)
  }

  @Test
  func `a cancelled write no longer waits for another process`() async throws {
    var options = StoreOptions()
    // Behind the tasks of all other tests, a single step may take minutes.
    options.busyTimeout = .seconds(1800)
    let other = try Store(.existingFile(folder.path("bands.sqlite")), model: BandsModel(), options: options)
    let store = store
    let (begun, cancelled) = (Gate(), Gate())
    async let write: Void = store.write { db in
      try db.insert(Band(name: "Korea", formed: 1))
      begun.open()
      #expect(cancelled.pass())
    }
    try await begun.passing()
    let writing = Task { try await other.write { try $0.insert(Band(name: "China", formed: 1)) } }
    try await Task.sleep(for: .milliseconds(50))
    writing.cancel()
    await #expect(throws: CancellationError.self) { try await writing.value }
    let importing = Task {
      try await other.importJSON(.string(#"{"name": "China", "formed": 1}"#), into: .entity("Band"))
    }
    try await Task.sleep(for: .milliseconds(50))
    importing.cancel()
    let error = await #expect(throws: ImportError.self) { try await importing.value }
    #expect(error?.reason == .cancelled)
    cancelled.open()
    try await write
    #expect(try await other.fetch(Band.all.keys()) == ["Japan", "Korea"])
  }

  @Test
  func `a transaction is over with its block`() throws {
    var escaped: ReadTransaction?
    try store.read { escaped = $0 }
    let error = #expect(throws: StoreError.self) { try escaped?.fetch(Band.all.count()) }
    #expect(error?.reason == .closed)
  }

  @Test
  func `a write waits for another process, and then says so`() throws {
    var options = StoreOptions()
    options.busyTimeout = .milliseconds(20)
    let other = try Store(.existingFile(folder.path("bands.sqlite")), model: BandsModel(), options: options)
    try store.write { db in
      try db.insert(Band(name: "Korea", formed: 1))
      let error = #expect(throws: StoreError.self) {
        try other.write { try $0.insert(Band(name: "China", formed: 1)) }
      }
      #expect(error?.reason == .busy)
    }
    try other.write { try $0.insert(Band(name: "China", formed: 1)) }
    #expect(try store.fetch(Band.all.count()) == 3)
  }
}
