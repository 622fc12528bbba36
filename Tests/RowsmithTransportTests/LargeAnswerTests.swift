import Foundation
import RowsmithClient
import RowsmithCurl
import TestSupport
import Testing

private let wantedMegabytes = ProcessInfo.processInfo.environment["ROWSMITH_LARGE"].flatMap { Int($0) }

/// `ROWSMITH_LARGE=1024 swift test --filter LargeAnswerTests` reads an answer of that many megabytes.
@Suite(
  "A large answer", .enabled(if: wantedMegabytes != nil, "ROWSMITH_LARGE says how large it is."))
struct LargeAnswerTests {
  #if os(Linux)
    @Test("An answer of any size needs the same memory")
    func flat() async throws {
      let megabytes = try #require(wantedMegabytes)
      let server = try await TestServer.shared()
      let before = try peak()
      let start = ContinuousClock.now
      let response = try await CurlTransport().send(.get(server.url("/api/big.json?mb=\(megabytes)")))
      var count = 0
      for try await piece in response.body { count += piece.count }
      let growth = try peak() - before
      print("\(count) bytes in \(ContinuousClock.now - start), \(growth) KiB more")
      #expect(count >= megabytes * 1_000_000)
      #expect(growth < 32 << 10)
    }

    /// The most memory that the process has had, in KiB.
    private func peak() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter(\.isNumber)))
    }
  #endif
}
