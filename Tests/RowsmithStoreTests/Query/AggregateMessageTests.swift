import Bands
import Foundation
import Rowsmith
import Shop
import Testing

/// Sums that no number of the type holds, and what is said then.
struct AggregateMessageTests {
  private static let tooLarge =
    "the sum of 'Band.formed' does not fit into 64 bits; fetch the values and add them up as Double or Decimal"

  private func bands(_ years: [Int]) throws -> Store {
    let store = try Store(.memory, model: BandsModel())
    try store.write { db in
      for (index, year) in years.enumerated() {
        try db.insert(Band(name: "\(index)", formed: year, disbanded: index == 0 ? nil : year))
      }
    }
    return store
  }

  @Test(arguments: [[Int.max, 1], [Int.min, -1], [Int.max, Int.max], [1, 2, Int.max]])
  func `a sum beyond 64 bits is an error, alone and in groups`(years: [Int]) throws {
    let store = try bands(years)
    let error = try #require(throws: StoreError.self) { try store.fetch(Band.all.sum { $0.formed }) }
    #expect(error.message == Self.tooLarge)
    let grouped = try #require(throws: StoreError.self) {
      try store.fetch(Band.all.grouped { $0.hiatus }.sum { $0.formed })
    }
    #expect(grouped.message == Self.tooLarge)
  }

  @Test func `the sum of a column of another entity is called by that`() throws {
    let store = try bands([.max, 1])
    try store.write { db in
      for band in ["0", "1"] { try db.insert(Album(name: band, released: .now, band: Reference(band))) }
    }
    let error = try #require(throws: StoreError.self) { try store.fetch(Album.all.sum { $0.band.formed }) }
    #expect(error.message == Self.tooLarge)
    #expect(error.entity == "Band")
  }

  @Test(arguments: [
    ([Int.max, 0], Int.max), ([Int.max, -1], Int.max - 1), ([Int.min, 1], Int.min + 1),
    ([Int.max, Int.min], -1), ([Int.min], Int.min), ([], 0),
  ])
  func `a sum that fits is exact, to the last one`(years: [Int], sum: Int) throws {
    let store = try bands(years)
    #expect(try store.fetch(Band.all.sum { $0.formed }) == sum)
  }

  @Test(arguments: [
    ([Int.max, 1, -2], Int.max - 1), ([Int.min, -1, 1], Int.min), ([Int.max, Int.max, Int.min, Int.min], -2),
  ])
  func `a sum that fits is exact also where that of its first numbers does not fit`(
    years: [Int], sum: Int
  ) throws {
    let store = try bands(years)
    #expect(try store.fetch(Band.all.sum { $0.formed }) == sum)
    let groups = try store.fetch(Band.all.grouped { $0.hiatus }.sum { $0.formed })
    #expect(groups.map(\.value) == [sum])
  }

  @Test func `a column that is empty everywhere adds up to 0, has no average and no ends`() throws {
    let store = try bands([1970])
    #expect(try store.fetch(Band.all.sum { $0.disbanded }) == 0)
    #expect(try store.fetch(Band.all.average { $0.disbanded }) == nil)
    #expect(try store.fetch(Band.all.min { $0.disbanded }) == nil)
    #expect(try store.fetch(Band.all.max { $0.disbanded }) == nil)
    let sums = try store.fetch(Band.all.grouped { $0.formed }.sum { $0.disbanded })
    #expect(sums.map(\.key) == [1970])
    #expect(sums.map(\.value) == [0])
    let averages = try store.fetch(Band.all.grouped { $0.formed }.average { $0.disbanded })
    #expect(averages.map(\.value) == [nil])
  }

  @Test func `the average of large numbers is one, where their sum is none`() throws {
    let store = try bands([1 << 62, 1 << 62, 1 << 62])
    #expect(try store.fetch(Band.all.average { $0.formed }) == 0x1p62)
  }
}
