#if os(Linux)
  import Foundation
  import RowsmithAPI
  import RowsmithSync
  import Testing

  /// What a pull holds does not grow with the number of its pages. Counted in a process of its own, where nobody else takes memory.
  @Suite struct PullMemoryTests {
    @Test func `a pull holds one page at a time, however many there are`() async {
      await #expect(processExitsWith: .success) {
        let server = ManyPages(240)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = SyncOptions()
        options.pageSize = 50
        let device = try Device(server, options: options, file: folder.appending(path: "notes.sqlite").path)
        let report = try await device.sync()
        #expect(report.pulled == 240 * 50, "\(report)")
        // The database's cache, of 16 MiB, is full by the middle. Behind that there is what the report says of each record, and no
        // page more than before.
        let (early, late) = (server.live.prefix(120).max() ?? 0, server.live.dropFirst(120).max() ?? .max)
        let came = 120 * server.pageBytes
        #expect(early > 0, "the memory of the process is not known")
        #expect(late < early + came / 8, "\(server.live) bytes, while \(came) came")
      }
    }
  }

  /// A server of many large pages, which notes how much memory is taken when it is asked for the next one.
  private final class ManyPages: SyncServer, @unchecked Sendable {
    let guarantees = SyncGuarantees(
      cursor: .sequence, hasVersions: true, hasOrderedVersions: true, hasTombstones: true, isIdempotent: true,
      canPatch: true)
    private let count: Int
    /// Guards what follows.
    private let lock = NSLock()
    private var counts: [Int] = []
    private var bytes = 0

    init(_ count: Int) { self.count = count }

    /// What the process has in memory that is no file, in bytes.
    private static var memory: Int {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
      return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }

    /// How much memory was taken, at each page.
    var live: [Int] { lock.withLock { counts } }
    var pageBytes: Int { lock.withLock { bytes } }

    func identify() async throws -> SyncIdentity { SyncIdentity(server: "pages") }

    func changes(_ query: SyncQuery) async throws -> SyncPage {
      guard query.collection.path == "notes" else { return SyncPage(records: [], cursor: "0") }
      let number = query.page.flatMap { Int($0) } ?? 0
      lock.withLock { counts.append(ManyPages.memory) }
      let body = String(repeating: "x", count: 8000)
      let records = (0..<query.limit).map { index in
        let id = "n\(number)-\(index)"
        return SyncRecord(
          id: id, version: "\(number * query.limit + index + 1)",
          json: Array(#"{"id":"\#(id)","title":"T","body":"\#(body)"}"#.utf8))
      }
      lock.withLock { bytes = records.reduce(0) { $0 + $1.json.count } }
      return SyncPage(
        records: records, next: number + 1 < count ? "\(number + 1)" : nil, cursor: "\(number + 1)")
    }

    func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord] { [] }

    func request(for write: SyncWrite) throws -> SyncRequest {
      SyncRequest(for: write, method: "PUT", path: write.id)
    }

    func send(_ requests: [SyncRequest]) async -> [SyncOutcome] { [] }
  }
#endif
