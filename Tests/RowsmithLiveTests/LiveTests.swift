import Bands
import Foundation
import Observation
import Rowsmith
import RowsmithLive
import RowsmithTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct LiveTests {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    try store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
  }

  private func insert(_ name: String) async throws {
    try await store.write { try $0.insert(Band(name: name, formed: 1980)) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a value is there soon after it was first asked for, and follows what is written`() async throws
  {
    let bands = Live(Band.all, in: store)
    #expect(bands.value.isEmpty && bands.isLoading && bands.error == nil)
    await waitUntil { bands.value.count == 1 }
    #expect(!bands.isLoading)
    try await insert("Talk Talk")
    await waitUntil { bands.value.count == 2 }
    #expect(bands.value.map(\.name) == ["Japan", "Talk Talk"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `counts, records, graphs and sections are live, too`() async throws {
    let count = Live(0, Band.all.count(), in: store)
    let japan = Live(Band.find("Japan"), in: store)
    let graphs = Live(Band.all.including { ($0.albums, $0.members) }, in: store)
    let sections = Live(Band.all.sectioned { $0.formed }, in: store)
    await waitUntil {
      count.value == 1 && japan.value != nil && graphs.value.count == 1 && sections.value.count == 1
    }
    try await store.write { try $0.insert(Album(name: "Tin Drum", released: .now, band: "Japan")) }
    await waitUntil { graphs.value.first?.first.map(\.name) == ["Tin Drum"] }
    try await store.write { _ = try $0.delete(Band.self, key: "Japan") }
    await waitUntil {
      count.value == 0 && japan.value == nil && graphs.value.isEmpty && sections.value.isEmpty
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `nothing is read before it is asked for`() async throws {
    let reads = Counter()
    let live = Live(0, Counted(reads: reads), in: store)
    try await insert("Talk Talk")
    #expect(reads.count == 0)
    live.start()
    live.start()
    await waitUntil { live.value == 2 }
    #expect(reads.count == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `an object that nobody refers to is gone, and reads no more`() async throws {
    let reads = Counter()
    var live: Live<Int>? = Live(0, Counted(reads: reads), in: store)
    weak let gone = live
    await waitUntil { live?.value == 1 }
    live = nil
    #expect(gone == nil)
    let before = reads.count
    let witness = Live(0, Band.all.count(), in: store)
    await waitUntil { witness.value == 1 }
    try await insert("Talk Talk")
    await waitUntil { witness.value == 2 }
    #expect(reads.count == before)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `another request replaces the first, whose value stays until then`() async throws {
    try await insert("Talk Talk")
    let bands = Live(Band.all, in: store)
    await waitUntil { bands.value.count == 2 }
    bands.request = Band.filter { $0.formed < 1975 }
    #expect(bands.isLoading && bands.value.count == 2)
    await waitUntil { !bands.isLoading }
    #expect(bands.value.map(\.name) == ["Japan"])
    bands.request = Band.filter { $0.formed < 1975 }
    #expect(!bands.isLoading)
    try await insert("Tears for Fears")
    bands.request = Band.all
    bands.request = Band.filter { $0.formed == 3 }
    await waitUntil { !bands.isLoading }
    #expect(bands.value.isEmpty)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `an error keeps the last value, and goes when the value can be read again`() async throws {
    let bands = Live(Band.all, in: store)
    await waitUntil { bands.value.count == 1 }
    try await store.write { try $0.execute(sql: "UPDATE Band SET formed = 'long ago'") }
    await waitUntil { bands.error != nil }
    #expect(bands.error is RowDecodingError)
    #expect(bands.value.map(\.formed) == [1974] && !bands.isLoading)
    try await store.write { try $0.execute(sql: "UPDATE Band SET formed = 1974") }
    await waitUntil { bands.error == nil }
    #expect(bands.value.map(\.formed) == [1974])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `only who has read what changes is told`() async throws {
    let bands = Live(Band.all, in: store)
    await waitUntil { !bands.isLoading && bands.value.count == 1 }
    let told = Counter()
    withObservationTracking {
      _ = bands.error
    } onChange: {
      told.add()
    }
    withObservationTracking {
      _ = bands.isLoading
    } onChange: {
      told.add()
    }
    try await insert("Talk Talk")
    await waitUntil { bands.value.count == 2 }
    #expect(told.count == 0)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `changes run where they are animated, but for the first`() async throws {
    let bands = Live(Band.all, in: store)
    let counts = Counter()
    bands.animating = { change in
      counts.add()
      change()
    }
    await waitUntil { bands.value.count == 1 }
    #expect(counts.count == 0)
    try await insert("Talk Talk")
    await waitUntil { bands.value.count == 2 }
    #expect(counts.count == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `nothing is waited for when the store is closed`() async throws {
    let bands = Live(Band.all, in: store)
    await store.close()
    await waitUntil { !bands.isLoading }
    #expect(bands.value.isEmpty)
  }
}

/// Counts bands, and how often that was done.
private struct Counted: ReadRequest {
  var reads: Counter

  func fetch(_ db: ReadTransaction) throws -> Int {
    reads.add()
    return try db.fetch(Band.all.count())
  }
}

private final class Counter: @unchecked Sendable {
  /// Guards the number.
  private let lock = NSLock()
  private var number = 0

  var count: Int { lock.withLock { number } }

  func add() { lock.withLock { number += 1 } }
}
