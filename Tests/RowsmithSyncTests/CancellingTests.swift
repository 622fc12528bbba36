import Foundation
import Rowsmith
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// A sync that is cancelled ends at the next step, wherever in a page that is.
@Suite struct CancellingTests {
  /// Has a sync of one page be cancelled at a step.
  ///
  /// - Returns: the steps that it passed from there on.
  private func cancel(at wanted: String, _ prepare: (Device) throws -> Void = { _ in }) async throws
    -> [String]
  {
    let server = MemorySyncServer()
    for number in 0..<500 { server.put(#"{"id":"n\#(number)","title":"A"}"#, id: "n\(number)", in: "notes") }
    let (task, steps) = (Cancelled(), Steps())
    var options = SyncOptions()
    options.failPoint = { step in
      if step == wanted { task.cancelOnce() }
      if task.isCancelled { steps.add(step) }
    }
    let device = try Device(server, options: options)
    try prepare(device)
    task.start { _ = try await device.session.sync() }
    await #expect(throws: (any Error).self) { try await task.value() }
    #expect(try device.rows("SELECT count(*) FROM _rowsmith_sync_state WHERE name = 'owner'") == ["0"])
    let report = try await device.session.sync()
    #expect(report.stopped == nil)
    #expect(try device.rows("SELECT count(*) FROM Note WHERE id LIKE 'n%'") == ["500"])
    return steps.values
  }

  @Test(arguments: [
    "page of Note", "page of Note prepared", "page of Note imported", "asking for changes of Note",
  ])
  func `nothing of a page is begun that comes behind`(_ step: String) async throws {
    #expect(try await cancel(at: step) == [step])
  }

  @Test func `nothing is sent any more`() async throws {
    let steps = try await cancel(at: "freezing") {
      try $0.run("INSERT INTO Note (id, title) VALUES ('mine', 'A')")
    }
    #expect(steps == ["freezing"])
  }

  @Test func `what was not done when the store was closed is done when it is opened again`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString)").path
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let server = HookedServer()
    server.memory.put(#"{"id":"n1","title":"A"}"#, id: "n1", in: "notes")
    let first = try Device(server, file: path)
    server.before { [store = first.store] _ in await store.close() }
    await #expect(throws: StoreError.self) { try await first.sync() }
    server.before(nil)
    let device = try Device(server, file: path)
    #expect(try await device.sync().stopped == nil)
    #expect(try device.rows("SELECT title FROM Note") == ["A"])
  }

  /// The task, for the step that cancels it.
  private final class Cancelled: @unchecked Sendable {
    private let lock = NSLock()
    private var task: Task<Void, any Error>?
    private var isSet = false
    private var isDone = false

    var isCancelled: Bool { lock.withLock { isSet } }

    /// Begins it; a step that wants to cancel it waits until it is known.
    func start(_ work: @escaping @Sendable () async throws -> Void) {
      lock.withLock { task = Task { try await work() } }
    }

    func cancelOnce() {
      lock.withLock {
        guard !isDone else { return }
        (isSet, isDone) = (true, true)
        task?.cancel()
      }
    }

    /// Waits for its end; what comes behind it is not cancelled.
    func value() async throws {
      let task = lock.withLock { self.task }
      defer { lock.withLock { isSet = false } }
      try await task?.value
    }
  }

  private final class Steps: @unchecked Sendable {
    private let lock = NSLock()
    private var passed: [String] = []

    var values: [String] { lock.withLock { passed } }

    func add(_ step: String) { lock.withLock { passed.append(step) } }
  }
}
