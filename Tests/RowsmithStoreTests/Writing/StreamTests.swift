import Bands
import Foundation
import Rowsmith
import TestSupport
import Testing

/// Asynchronous sequences as sources of an import.
struct StreamTests {
  private struct Broken: Error {}

  private let store: Store
  private let text = Array(#"[{"name": "Can", "formed": 1968}, {"name": "Neu!", "formed": 1971}]"#.utf8)

  init() throws { store = try Store(.memory, model: BandsModel()) }

  /// A sequence that counts how often it was asked.
  private struct Counted<Element: Sendable>: AsyncSequence, Sendable {
    final class Count: Sendable { let value = Guarded(0) }

    struct AsyncIterator: AsyncIteratorProtocol {
      var rest: [Element].Iterator
      let count: Count
      mutating func next() async throws -> Element? {
        count.value.withLock { $0 += 1 }
        return rest.next()
      }
    }

    let elements: [Element]
    let count = Count()
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: elements.makeIterator(), count: count) }
  }

  @Test func `single bytes are a document`() async throws {
    let bytes = Counted(elements: text)
    let report = try await store.importJSON(.bytes(of: bytes), into: Band.self)
    #expect(report.entities["Band"]?.inserted == 2)
    #expect(report.bytes == text.count)
  }

  @Test func `chunks of any size are a document, several such documents one import`() async throws {
    let chunks = Counted(elements: [Data(text.prefix(3)), Data(), Data(text.dropFirst(3))])
    let lines = AsyncStream([UInt8].self) { continuation in
      continuation.yield(Array(#"{"name": "Faust", "formed": 1971}"#.utf8))
      continuation.finish()
    }
    let report = try await store.importJSON([.chunks(of: chunks), .chunks(of: lines)], into: Band.self)
    #expect(report.entities["Band"]?.inserted == 3)
  }

  @Test func `what a sequence throws ends the import, and nothing is written`() async throws {
    let chunks = AsyncThrowingStream([UInt8].self, bufferingPolicy: .unbounded) { continuation in
      continuation.yield(text)
      continuation.finish(throwing: Broken())
    }
    await #expect(throws: Broken.self) { try await store.importJSON(.chunks(of: chunks), into: Band.self) }
    #expect(try await store.fetch(Band.all.count()) == 0)
  }

  @Test func `the next chunk is asked for when the last one was kept, none after the caller has stopped`()
    async throws
  {
    let chunks = Counted(elements: Array(repeating: Array("[".utf8), count: 100))
    var options = ImportOptions()
    options.isCancelled = { chunks.count.value.withLock { $0 } >= 7 }
    let settled = options
    let error = await #expect(throws: ImportError.self) {
      try await store.importJSON(.chunks(of: chunks), into: Band.self, options: settled)
    }
    #expect(error?.reason == .cancelled)
    #expect(chunks.count.value.withLock { $0 } == 7)
  }

  @Test func `a cancelled task ends the reading of a sequence that never ends`() async throws {
    let endless = AsyncStream([UInt8].self) { $0.yield(Array("[".utf8)) }
    let task = Task { try await store.importJSON(.chunks(of: endless), into: Band.self) }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    let error = await #expect(throws: ImportError.self) { try await task.value }
    #expect(error?.reason == .cancelled)
  }

  @Test func `who blocks cannot read a sequence`() throws {
    let error = #expect(throws: ImportError.self) {
      try store.write { try $0.importJSON(.bytes(of: Counted(elements: text)), into: Band.self) }
    }
    #expect(error?.reason == .unreadable)
    #expect(error?.message.contains("use 'await store.importJSON'") == true)
  }

  @Test(arguments: [65_535, 65_536, 65_537, 131_072, 200_000])
  func `single bytes are a document, however many there are`(count: Int) async throws {
    let start = #"[{"name": "Can", "formed": 1968, "description": ""#
    let end = #""}]"#
    let text = String(repeating: "ä", count: (count - start.utf8.count - end.utf8.count) / 2)
    let document = Array((start + text + end).utf8)
    let bytes = AsyncStream<UInt8> { continuation in
      document.forEach { continuation.yield($0) }
      for _ in document.count..<count { continuation.yield(0x0A) }
      continuation.finish()
    }
    let report = try await store.importJSON(.bytes(of: bytes), into: Band.self)
    #expect(report.bytes == count)
    #expect(try await store.fetch(Band.find("Can"))?.bandDescription == text)
  }
}
