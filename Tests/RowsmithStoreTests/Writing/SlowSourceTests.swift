import Bands
import Foundation
import Rowsmith
import Testing

/// Sources whose bytes come when they come, awaited by a task and waited for by a thread.
@Suite(.timeLimit(.minutes(30)))
struct SlowSourceTests {
  private let store: Store

  init() throws { store = try Store(.memory, model: BandsModel()) }

  /// Gives a document in pieces.
  private final class Pieces: @unchecked Sendable {
    private let lock = NSLock()
    // The lock guards all of them: the store asks on a thread of its own.
    private var rest: ArraySlice<[UInt8]>
    private var asked = 0
    private let before: (@Sendable (Int) throws -> Void)?

    init(_ text: String, size: Int, before: (@Sendable (Int) throws -> Void)? = nil) {
      let bytes = Array(text.utf8)
      rest =
        stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min(bytes.count, $0 + size)]) }[...]
      self.before = before
    }

    var count: Int { lock.withLock { asked } }

    var source: JSONSource {
      .chunks { [self] in
        let (number, piece) = lock.withLock {
          asked += 1
          return (asked, rest.popFirst())
        }
        try before?(number)
        return piece
      }
    }
  }

  private static let document = #"[{"name": "Can", "formed": 1968}, {"name": "Neu!", "formed": 1971}]"#

  @Test(arguments: [1, 7, 4096]) func `pieces of any size are one document, awaited or not`(size: Int)
    async throws
  {
    let awaited = try await store.importJSON(Pieces(Self.document, size: size).source, into: .entity("Band"))
    #expect(awaited.entities["Band"]?.inserted == 2)
    let other = try Store(.memory, model: BandsModel())
    let report = try await other.write { db in
      try db.importJSON(Pieces(Self.document, size: size).source, into: .entity("Band"))
    }
    #expect(report.entities == awaited.entities)
    #expect(report.bytes == awaited.bytes)
    #expect(try await other.fetch(Band.all) == store.fetch(Band.all))
  }

  @Test func `pieces are asked for once, also where bad records are skipped, which reads twice`() async throws
  {
    var options = ImportOptions()
    options.onInvalid = .skip
    let pieces = Pieces(#"[{"name": "Can", "formed": 1968}, {"name": "Neu!"}]"#, size: 5)
    let report = try await store.importJSON(pieces.source, into: .entity("Band"), options: options)
    #expect(report.skipped.map(\.path) == ["$[1]"])
    #expect(pieces.count == 12)
    #expect(try await store.fetch(Band.all).map(\.name) == ["Can"])
  }

  @Test func `what a piece throws is thrown, and nothing is written`() async throws {
    struct Gone: Error {}
    let pieces = Pieces(Self.document, size: 10) { if $0 == 4 { throw Gone() } }
    await #expect(throws: Gone.self) { try await store.importJSON(pieces.source, into: .entity("Band")) }
    #expect(try await store.fetch(Band.all.count()) == 0)
    #expect(pieces.count == 4)
  }

  @Test func `nobody waits for the store while a piece is waited for`() async throws {
    let store = store
    let pieces = Pieces(Self.document, size: 1000) { number in
      // The import has not begun: a write would wait for ever otherwise.
      try store.write { _ = try $0.upsert(Band(name: "Beside \(number)", formed: 1)) }
    }
    try await store.importJSON(pieces.source, into: .entity("Band"))
    #expect(try await store.fetch(Band.all).map(\.name) == ["Beside 1", "Beside 2", "Can", "Neu!"])
  }

  @Test func `a cancelled task stops at the next piece`() async throws {
    let store = store
    let (reached, signal) = AsyncStream.makeStream(of: Void.self)
    // A document without an end: nothing but the cancellation stops it, however late that comes.
    let endless = JSONSource.chunks {
      signal.yield()
      usleep(1000)
      return [UInt8(ascii: " ")]
    }
    let task = Task { try await store.importJSON(endless, into: .entity("Band")) }
    for await _ in reached.dropFirst(2) { break }
    task.cancel()
    let error = await #expect(throws: ImportError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
    #expect(error?.message == "the import was cancelled; the database is unchanged")
    #expect(try await store.fetch(Band.all.count()) == 0)
  }

  @Test func `the caller's own wish to stop is heard while pieces are waited for`() async throws {
    var options = ImportOptions()
    let pieces = Pieces(Self.document, size: 1)
    options.isCancelled = { pieces.count > 5 }
    let error = await #expect(throws: ImportError.self) {
      try await store.importJSON(pieces.source, into: .entity("Band"), options: options)
    }
    #expect(error?.reason == .cancelled)
    #expect(pieces.count == 6)
  }

  @Test func `progress is told while pieces come, of bytes without a total and no records yet`() async throws
  {
    let seen = Progress()
    var options = ImportOptions()
    options.progress = { seen.add($0) }
    let filler = String(repeating: " ", count: 600 * 1024)
    try await store.importJSON(
      Pieces(filler + Self.document, size: 64 * 1024).source, into: .entity("Band"), options: options)
    let waiting = seen.all.filter { $0.totalBytes == nil }
    #expect(waiting.count >= 2)
    #expect(waiting.allSatisfy { $0.records == 0 })
    #expect(waiting.map(\.bytes) == waiting.map(\.bytes).sorted())
    #expect(seen.all.last?.records == 2)
    #expect(seen.all.last?.totalBytes == seen.all.last?.bytes)
  }

  @Test(arguments: [false, true]) func `progress counts on from slow source to slow source`(
    isAwaited: Bool
  ) async throws {
    let seen = Progress()
    var options = ImportOptions()
    options.progress = { seen.add($0) }
    let filler = String(repeating: " ", count: 600 * 1024)
    let sources = (1...2).map { _ in Pieces(filler + Self.document, size: 64 * 1024).source }
    func wait() throws { try store.importJSON(sources, into: .entity("Band"), options: options) }
    if isAwaited {
      try await store.importJSON(sources, into: .entity("Band"), options: options)
    } else {
      try wait()
    }
    let waiting = seen.all.filter { $0.totalBytes == nil }.map(\.bytes)
    #expect(waiting.count >= 4)
    #expect(waiting == waiting.sorted())
    #expect(waiting.last ?? 0 > 1100 * 1024)
  }

  @Test func `several slow sources come one after another, and the one that breaks off is named`()
    async throws
  {
    let first = Pieces(#"[{"name": "Can", "formed": 1968}]"#, size: 3)
    let second = Pieces(#"[{"name": "Neu!", "formed": 1971}"#, size: 3)
    let error = await #expect(throws: ImportError.self) {
      try await store.importJSON(
        [first.source.named("one"), second.source.named("two")], into: .entity("Band"))
    }
    #expect(error?.reason == .malformedJSON)
    #expect(error?.source == "two")
    #expect(error?.line == 1 && error?.column == 33 + 1)
    #expect(try await store.fetch(Band.all.count()) == 0)
  }

  @Test func `two imports of one store that are awaited together both come`() async throws {
    async let one = store.importJSON(
      Pieces(#"{"name": "Can", "formed": 1968}"#, size: 2).source, into: .entity("Band"))
    async let two = store.importJSON(
      Pieces(#"{"name": "Neu!", "formed": 1971}"#, size: 3).source, into: .entity("Band"))
    let reports = try await [one, two]
    #expect(reports.map { $0.entities["Band"]?.inserted } == [1, 1])
    #expect(try await store.fetch(Band.all.count()) == 2)
  }

  @Test(arguments: InvalidRecordPolicy.allCases)
  func `who stops after some records does not wait for what follows`(policy: InvalidRecordPolicy) async throws
  {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let text = (0..<5).map { #"{"name": "B\#($0)", "formed": 1}"# + "\n" }.joined()
    #expect(text.withCString { write(ends[1], $0, strlen($0)) } == text.utf8.count)
    var options = ImportOptions()
    options.stopAfter = 2
    options.onInvalid = policy
    // Nobody closes the pipe.
    let report = try await store.importJSON(.descriptor(ends[0]), into: .entity("Band"), options: options)
    #expect(report.entities["Band"]?.inserted == 2 && report.stoppedAfter == 2)
  }
}

/// What an import told of its progress.
private final class Progress: @unchecked Sendable {
  private let lock = NSLock()
  // The lock guards it: the import tells on a thread of its own.
  private var told: [ImportProgress] = []

  var all: [ImportProgress] { lock.withLock { told } }

  func add(_ progress: ImportProgress) { lock.withLock { told.append(progress) } }
}
