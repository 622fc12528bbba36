import Testing

@testable import Rowsmith

/// Where the bytes of slow sources are kept until they are imported.
@Suite struct SpoolingTests {
  /// A slow source of so many bytes.
  private static func source(of count: Int) -> JSONSource {
    .pieces(
      [UInt8](repeating: 0x20, count: count), endingAt: Array(stride(from: 65_536, to: count, by: 65_536)))
  }

  /// Of each source, whether it is in a file.
  private static func areInFiles(_ sources: [JSONSource]) -> [Bool] {
    sources.map { if case .part = $0.kind { true } else { false } }
  }

  @Test func `several long ones have hardly more in memory together than one may have`() async throws {
    let sizes = [3 << 20, 3 << 20, 3 << 20, 1000, 5 << 20]
    let expected = [false, true, true, false, true]
    let job = ImportJob(
      sources: sizes.map { Self.source(of: $0) }, target: .entity("Item"), options: ImportOptions())
    #expect(try Self.areInFiles(job.spooled().sources) == expected)
    let awaited = try await sizes.map { Self.source(of: $0) }.spooledAside(ImportOptions())
    #expect(Self.areInFiles(awaited) == expected)
  }
}
