import Bands
import Foundation
import Testing

@testable import Rowsmith

/// How observations end, and what is left of them.
@Suite(.timeLimit(.minutes(30)))
struct ObservationEndTests {
  private let scratch = ScratchFile()

  private func opened() throws -> Store { try Store(.file(scratch.path), model: BandsModel()) }

  @Test
  func `cancelling the task ends what waits`() async throws {
    let store = try opened()
    let started = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var values = 0
      for try await _ in store.observe(Band.all) {
        values += 1
        started.continuation.yield()
      }
      for await _ in store.changes() { values += 1 }
      return values
    }
    for await _ in started.stream { break }
    task.cancel()
    #expect(try await task.value == 1)
    let cancelled = Task { () -> ChangeSet? in
      withUnsafeCurrentTask { $0?.cancel() }
      let sets = store.changes().makeAsyncIterator()
      return await sets.next()
    }
    #expect(await cancelled.value == nil)
  }

  @Test
  func `cancelling stops the reading itself`() async throws {
    let store = try opened()
    let started = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      let endless = store.observe { db in
        let rows = try db.connection().prepare(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
        while try rows.step() {
          if rows.integer(at: 0) == 1 { started.continuation.yield() }
        }
        return 0
      }
      for try await _ in endless {}
    }
    for await _ in started.stream { break }
    task.cancel()
    try await task.value
  }

  @Test
  func `an iteration that a cancelled task left is gone on with by another`() async throws {
    let store = try opened()
    let iterator = store.observe(Band.all).makeAsyncIterator()
    let cancelled = Task { () -> [Band]? in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await iterator.next()
    }
    #expect(try await cancelled.value == nil)
    #expect(try await iterator.next() == [])
  }

  @Test
  func `closing the store ends the sequences, after what was written`() async throws {
    let store = try opened()
    let bands = store.observe(Band.all).makeAsyncIterator()
    #expect(try await bands.next() == [])
    let sets = store.changes()
    let waiting = Task { try await bands.next() }
    try await store.write { try $0.insert(Musician(name: "Eno", born: 1948, instruments: "")) }
    await store.close()
    #expect(try await waiting.value == nil)
    let iterator = sets.makeAsyncIterator()
    #expect(await iterator.next() != nil)
    #expect(await iterator.next() == nil)
    for try await _ in store.observe(Band.all) { Issue.record("the store is closed") }
    for await _ in store.changes() { Issue.record("the store is closed") }
  }

  @Test
  func `a store that nobody refers to closes, and ends the sequences`() async throws {
    let sets: ChangeSets
    let observation: ValueObservation<[Band]>
    let task: Task<Int, any Error>
    weak var gone: Store?
    do {
      let store = try opened()
      gone = store
      sets = store.changes()
      observation = store.observe(Band.all)
      let started = AsyncStream.makeStream(of: Void.self)
      let iterator = observation.makeAsyncIterator()
      task = Task {
        var values = 0
        while try await iterator.next() != nil {
          values += 1
          started.continuation.yield()
        }
        return values
      }
      for await _ in started.stream { break }
      withExtendedLifetime(store) {}
    }
    #expect(try await task.value == 1)
    for await _ in sets { Issue.record("the store is gone") }
    for try await _ in observation { Issue.record("the store is gone") }
    #expect(gone == nil)
  }

  @Test
  func `what nobody observes is not noted`() async throws {
    let store = try opened()
    let triggers = {
      try await store.write { _ in }
      return try await store.write { db in
        let connection = try db.connection()
        let count = try connection.integer(
          "SELECT count(*) FROM sqlite_temp_master WHERE type = 'trigger'")
        return (count ?? 0, connection.tableAccess != nil)
      }
    }
    #expect(try await triggers() == (0, false))
    do {
      let sets = store.changes()
      let bands = store.observe(Band.all).makeAsyncIterator()
      _ = try await bands.next()
      let (count, learns) = try await triggers()
      #expect(count > 0 && learns)
      withExtendedLifetime((sets, bands)) {}
    }
    #expect(try await triggers() == (0, false))
    do {
      let sets = store.changes()
      try await store.write { try $0.insert(Band(name: "A", formed: 1)) }
      #expect(try sets.takeWaiting()?.inserted(Band.self) == ["A"])
    }
    #expect(try await triggers() == (0, false))
  }
}
