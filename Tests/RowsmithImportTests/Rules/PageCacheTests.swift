import Foundation
import Testing

@testable import Rowsmith

/// The page cache of a large import is as large as what is read again.
struct PageCacheTests {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("rowsmith-\(UUID().uuidString).sqlite").path
  private let connection: Connection

  init() throws {
    connection = try Connection(path: path)
    try connection.configure()
    try connection.execute("CREATE TABLE a (x)")
  }

  private func size() throws -> Int64? { try connection.pragma("cache_size") }

  @Test
  func `it is small while no page is read again`() throws {
    defer { try? Store.delete(.file(path)) }
    let usual = try size()
    let cache = PageCache(connection: connection)
    for _ in 0..<5 {
      try cache.fit()
      try connection.execute("INSERT INTO a VALUES (zeroblob(1000000))")
    }
    #expect(try size() == -2048)
    cache.restore()
    #expect(try size() == usual)
  }

  @Test
  func `it grows while pages are read again, up to what it usually is`() throws {
    defer { try? Store.delete(.file(path)) }
    let usual = try #require(try size())
    try connection.execute(
      "INSERT INTO a SELECT zeroblob(1000000) FROM (VALUES (1), (2), (3), (4), (5), (6))")
    let cache = PageCache(connection: connection)
    var sizes: [Int64] = []
    for _ in 0..<8 {
      try cache.fit()
      sizes.append(try #require(try size()))
      // Longer than the cache: each page is read again.
      _ = try connection.integer("SELECT sum(length(hex(x))) FROM a")
      try connection.execute("PRAGMA shrink_memory")
    }
    #expect(sizes.prefix(4) == [-2048, -4096, -8192, -16384])
    #expect(sizes.last == usual)
  }

  @Test
  func `a smaller one is left alone`() throws {
    defer { try? Store.delete(.file(path)) }
    try connection.execute("PRAGMA cache_size = -500")
    let cache = PageCache(connection: connection)
    try cache.fit()
    cache.restore()
    #expect(try size() == -500)
  }
}
