import Bands
import Foundation
import Observation
import Rowsmith
import RowsmithLive
import RowsmithTesting
import Testing

/// What a live value reads, when, and for how long.
@MainActor @Suite(.timeLimit(.minutes(30))) struct LiveRequestTests {
  /// Bands that were formed in a year: a request that cannot be compared with another one.
  private struct OfYear: ReadRequest {
    var year: Int
    var reads = Reads()

    func fetch(_ db: ReadTransaction) throws -> [String] {
      reads.note()
      return try db.fetch(Band.filter { $0.formed == year }.keys())
    }
  }

  private final class Reads: @unchecked Sendable {
    /// Guards the number.
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }

    func note() { lock.withLock { number += 1 } }
  }

  /// How often, and in which state, a value was changed.
  @MainActor private final class Changes {
    var seen: [[String]] = []
  }

  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    try store.write { db in
      try db.insert(Band(name: "Japan", formed: 1974))
      try db.insert(Band(name: "Can", formed: 1968))
    }
  }

  private func insert(_ name: String, formed: Int = 1980) async throws {
    try await store.write { try $0.insert(Band(name: name, formed: formed)) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `the initial value is shown until the first result, whatever it is`() async {
    let names = Live(["none yet"], OfYear(year: 1968), in: store)
    #expect(names.value == ["none yet"])
    #expect(names.isLoading && names.error == nil)
    await waitUntil { !names.isLoading }
    #expect(names.value == ["Can"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `each property begins to read when it is asked for; the request does not`() async {
    let requests = (0..<4).map { _ in OfYear(year: 1968) }
    let lives = requests.map { Live([], $0, in: store) }
    _ = lives[0].value
    _ = lives[1].error
    _ = lives[2].isLoading
    #expect((lives[3].request as? OfYear)?.year == 1968)
    await waitUntil { lives[0].value == ["Can"] && lives[1].value == ["Can"] && lives[2].value == ["Can"] }
    #expect(requests.map(\.reads.count) == [1, 1, 1, 0])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a request that is replaced before anything was asked for is never read`() async {
    let (first, second) = (OfYear(year: 1968), OfYear(year: 1974))
    let names = Live([], first, in: store)
    names.request = second
    #expect((names.request as? OfYear)?.year == 1974)
    let witness = Live([], OfYear(year: 1968), in: store)
    await waitUntil { witness.value == ["Can"] }
    #expect(second.reads.count == 0)
    await waitUntil { names.value == ["Japan"] }
    #expect(first.reads.count == 0)
    #expect(second.reads.count == 1)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a request that cannot be compared replaces itself, and is read again`() async {
    let request = OfYear(year: 1968)
    let names = Live([], request, in: store)
    await waitUntil { !names.isLoading }
    names.request = request
    #expect(names.isLoading && names.value == ["Can"])
    await waitUntil { !names.isLoading }
    #expect(request.reads.count == 2)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `who reads the request is told when it is replaced, and not when an equal one is set`() async {
    let bands = Live(Band.all, in: store)
    let told = Reads()
    func watch() {
      withObservationTracking {
        _ = bands.request
      } onChange: {
        told.note()
      }
    }
    watch()
    bands.request = Band.all
    #expect(told.count == 0)
    bands.request = Band.filter { $0.formed < 1970 }
    #expect(told.count == 1)
    await waitUntil { bands.value.map(\.name) == ["Can"] }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `what is written after a request was replaced changes the new result only`() async throws {
    let names = Live([], OfYear(year: 1968), in: store)
    await waitUntil { names.value == ["Can"] }
    names.request = OfYear(year: 1980)
    try await insert("Neu!", formed: 1968)
    try await insert("Talk Talk", formed: 1980)
    await waitUntil { names.value == ["Talk Talk"] }
    #expect(!names.isLoading)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `the first result of a replaced request is set without animation, later ones with it`()
    async throws
  {
    let names = Live([], OfYear(year: 1968), in: store)
    let changes = Changes()
    names.animating = { change in
      changes.seen.append(names.value)
      change()
      changes.seen.append(names.value)
    }
    await waitUntil { names.value == ["Can"] }
    names.request = OfYear(year: 1974)
    await waitUntil { names.value == ["Japan"] }
    #expect(changes.seen == [])
    try await insert("Korea", formed: 1974)
    await waitUntil { names.value == ["Japan", "Korea"] }
    #expect(changes.seen == [["Japan"], ["Japan", "Korea"]])
    names.animating = nil
    try await insert("China", formed: 1974)
    await waitUntil { names.value.count == 3 }
    #expect(changes.seen.count == 2)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `an error ends loading, and leaves the value of before; it goes with the first result`()
    async throws
  {
    try await store.write { try $0.execute(sql: "UPDATE Band SET formed = 'x' WHERE name = 'Japan'") }
    let bands = Live(Band.filter { $0.name == "Japan" }, in: store)
    await waitUntil { !bands.isLoading }
    #expect(bands.error is RowDecodingError)
    #expect(bands.value == [])
    bands.request = Band.filter { $0.name == "Can" }
    await waitUntil { !bands.isLoading }
    #expect(bands.error == nil)
    #expect(bands.value.map(\.name) == ["Can"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a live value keeps its store open, and lets go of it`() async throws {
    var own: Store? = try Store(.memory, model: BandsModel())
    weak let seen = own
    var count: Live<Int>? = Live(-1, Band.all.count(), in: try #require(own))
    own = nil
    await waitUntil { count?.value == 0 }
    try await seen?.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    await waitUntil { count?.value == 1 }
    count = nil
    // The task that reads ends by itself.
    while seen != nil { await Task.yield() }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `two live values of one request are told of the same change`() async throws {
    let lives = [Live(0, Band.all.count(), in: store), Live(0, Band.all.count(), in: store)]
    await waitUntil { lives.allSatisfy { $0.value == 2 } }
    try await insert("Talk Talk")
    await waitUntil { lives.allSatisfy { $0.value == 3 } }
  }
}
