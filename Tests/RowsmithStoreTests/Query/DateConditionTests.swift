import Bands
import Foundation
import Rowsmith
import Shop
import Testing

/// Days, months and years of a time zone: the beginning belongs to them, the end does not.
struct DateConditionTests {
  private let store: Store

  init() throws { store = try Store(.memory, model: BandsModel()) }

  private static func date(_ text: String) throws -> Date {
    try Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// The dates that a condition meets.
  private func met(_ dates: [String], _ condition: (Album.Columns.Type) -> Condition<Album>) throws
    -> [String]
  {
    try store.write { db in
      for date in dates { try db.insert(Album(name: date, released: Self.date(date))) }
    }
    return try store.fetch(Album.filter(condition).keys())
  }

  @Test(arguments: [
    (
      "GMT", "1982-04-30T23:59:59.999Z", "1982-05-01T00:00:00.000Z", "1982-05-31T23:59:59.999Z",
      "1982-06-01T00:00:00.000Z"
    ),
    // Two hours ahead in summer.
    (
      "Europe/Berlin", "1982-04-30T21:59:59.999Z", "1982-04-30T22:00:00.000Z", "1982-05-31T21:59:59.999Z",
      "1982-05-31T22:00:00.000Z"
    ),
    (
      "America/New_York", "1982-05-01T03:59:59.999Z", "1982-05-01T04:00:00.000Z", "1982-06-01T03:59:59.999Z",
      "1982-06-01T04:00:00.000Z"
    ),
    (
      "Asia/Kolkata", "1982-04-30T18:29:59.999Z", "1982-04-30T18:30:00.000Z", "1982-05-31T18:29:59.999Z",
      "1982-05-31T18:30:00.000Z"
    ),
  ])
  func `a month`(name: String, before: String, first: String, last: String, after: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    #expect(
      try met([before, first, last, after]) { $0.released.isIn(year: 1982, month: 5, timeZone: zone) }
        == [first, last])
  }

  @Test(arguments: [
    // The day on which summer time begins has 23 hours, the one on which it ends 25.
    (28, 3, "2021-03-27T23:00:00.000Z", "2021-03-28T21:59:59.999Z", "2021-03-28T22:00:00.000Z"),
    (31, 10, "2021-10-30T22:00:00.000Z", "2021-10-31T22:59:59.999Z", "2021-10-31T23:00:00.000Z"),
    (31, 12, "2021-12-30T23:00:00.000Z", "2021-12-31T22:59:59.999Z", "2021-12-31T23:00:00.000Z"),
  ])
  func `a day`(day: Int, month: Int, first: String, last: String, after: String) throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let dates = [first, last, after]
    #expect(
      try met(dates) { $0.released.isIn(year: 2021, month: month, day: day, timeZone: zone) }
        == [first, last])
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let date = try Self.date(last)
    #expect(
      try store.fetch(Album.filter { $0.released.isIn(.day, of: date, calendar) }.keys()) == [first, last])
  }

  @Test func `a year`() throws {
    let dates = [
      "1999-12-31T23:59:59.999Z", "2000-01-01T00:00:00.000Z", "2000-02-29T12:00:00.000Z",
      "2000-12-31T23:59:59.999Z", "2001-01-01T00:00:00.000Z",
    ]
    #expect(try met(dates) { $0.released.isIn(year: 2000, timeZone: .gmt) } == Array(dates[1...3]))
    #expect(
      try store.fetch(Album.filter { !$0.released.isIn(year: 2000, timeZone: .gmt) }.keys())
        == [dates[0], dates[4]])
  }

  @Test func `years before 1583 are those that the JSON says`() throws {
    let dates = ["1499-12-31", "1500-01-01", "1500-02-28", "1500-12-31", "1501-01-01", "1582-10-10"]
    let albums = dates.map { "{\"name\": \"\($0)\", \"released\": \"\($0)T00:00:00Z\"}" }
    _ = try store.importJSON(.string("[\(albums.joined(separator: ","))]"), into: .entity("Album"))
    func keys(_ year: Int, _ month: Int? = nil, _ day: Int? = nil) throws -> [String] {
      try store.fetch(
        Album.filter { $0.released.isIn(year: year, month: month, day: day, timeZone: .gmt) }.keys())
    }
    #expect(try keys(1500) == Array(dates[1...3]))
    #expect(try keys(1500, 1) == ["1500-01-01"])
    #expect(try keys(1500, 1, 1) == ["1500-01-01"])
    #expect(try keys(1500, 2, 28) == ["1500-02-28"])
    #expect(try keys(1500, 2, 29) == [])
    #expect(try keys(1582, 10, 10) == ["1582-10-10"])
    let ahead = try #require(TimeZone(secondsFromGMT: 3600))
    #expect(
      try store.fetch(Album.filter { $0.released.isIn(year: 1501, timeZone: ahead) }.keys())
        == ["1501-01-01"])
    let behind = try #require(TimeZone(secondsFromGMT: -3600))
    #expect(
      try store.fetch(Album.filter { $0.released.isIn(year: 1500, timeZone: behind) }.keys())
        == ["1500-02-28", "1500-12-31", "1501-01-01"])
  }

  @Test func `the last date that can be stored is in its year and day`() throws {
    let dates = ["9999-12-30T23:59:59.999Z", "9999-12-31T00:00:00.000Z", "9999-12-31T23:59:59.999Z"]
    #expect(try met(dates) { $0.released.isIn(year: 9999, timeZone: .gmt) } == dates)
    #expect(
      try store.fetch(
        Album.filter { $0.released.isIn(year: 9999, month: 12, day: 31, timeZone: .gmt) }.keys())
        == Array(dates[1...]))
    #expect(try store.fetch(Album.filter { $0.released.isIn(year: 10_000, timeZone: .gmt) }.keys()) == [])
  }

  @Test(arguments: [
    (2001, 2, 29), (2000, 2, 30), (2000, 4, 31), (2000, 13, 1), (2000, 0, 1), (2000, 1, 0), (2000, 1, 32),
  ])
  func `a day that no calendar has is none, and its opposite all`(year: Int, month: Int, day: Int) throws {
    let dates = ["2000-02-29T00:00:00.000Z", "2000-03-01T00:00:00.000Z", "2001-03-01T00:00:00.000Z"]
    #expect(
      try met(dates) { $0.released.isIn(year: year, month: month, day: day, timeZone: .gmt) } == [])
    let others = Album.filter { !$0.released.isIn(year: year, month: month, day: day, timeZone: .gmt) }
    #expect(try store.fetch(others.keys()) == dates)
  }

  @Test func `an empty date is in no year, and meets the opposite`() throws {
    let shop = try Store(.memory, model: ShopModel())
    let placed = try Self.date("2020-01-01T00:00:00.000Z")
    try shop.write { db in
      try db.insert(Shop.Order(id: 1, customer: "", placedAt: placed))
      try db.insert(Shop.Order(id: 2, customer: "", placedAt: placed, paidAt: placed))
    }
    func keys(_ query: Query<Shop.Order>) throws -> [Int] { try shop.fetch(query.keys()) }
    #expect(try keys(Shop.Order.filter { $0.paidAt.isIn(year: 2020, timeZone: .gmt) }) == [2])
    #expect(try keys(Shop.Order.filter { !$0.paidAt.isIn(year: 2020, timeZone: .gmt) }) == [1])
    #expect(try keys(Shop.Order.filter { $0.paidAt == $0.placedAt }) == [2])
    #expect(try keys(Shop.Order.filter { $0.paidAt != $0.placedAt }) == [1])
    #expect(try keys(Shop.Order.filter { $0.paidAt <= $0.placedAt }) == [2])
    #expect(try keys(Shop.Order.filter { $0.paidAt < $0.placedAt || $0.paidAt > $0.placedAt }) == [])
  }

  @Test func `dates are compared to the millisecond`() throws {
    let text = "1982-05-17T10:00:00.500Z"
    let date = try Self.date(text)
    #expect(try met([text]) { $0.released == date } == [text])
    for offset in [0.0001, -0.0001] {
      let near = date.addingTimeInterval(offset)
      #expect(try store.fetch(Album.filter { $0.released == near }.count()) == 1)
      #expect(try store.fetch(Album.filter { $0.released < near }.count()) == 0)
      #expect(try store.fetch(Album.filter { $0.released > near }.count()) == 0)
    }
    let later = date.addingTimeInterval(0.001)
    #expect(try store.fetch(Album.filter { $0.released < later }.count()) == 1)
    #expect(try store.fetch(Album.filter { $0.released.isIn(date..<later) }.count()) == 1)
    #expect(try store.fetch(Album.filter { $0.released.isIn(date..<date) }.count()) == 0)
    #expect(try store.fetch(Album.filter { $0.released.isIn(date...date) }.count()) == 1)
  }
}
