import Bands
import Foundation
import GitHub
import Rowsmith
import Shop
import Testing

/// Conditions on columns of every kind, against the same asked of arrays in Swift.
struct ColumnConditionTests {
  @Test
  func `two columns of one record are compared`() throws {
    let store = try Store(.memory, model: BandsModel())
    let members = [nil, 1, 2, 3].enumerated().map { index, left in
      BandMember(id: "\(index)", instruments: "", joined: 2, left: left)
    }
    try store.write { try $0.insert(contentsOf: members) }
    func ids(_ condition: (BandMember.Columns.Type) -> Condition<BandMember>) throws -> [String] {
      try store.fetch(BandMember.filter(condition).values { $0.id })
    }
    func wanted(_ condition: (Int, Int?) -> Bool) -> [String] {
      members.filter { condition($0.joined, $0.left) }.map(\.id)
    }
    #expect(try ids { $0.joined < $0.left } == wanted { joined, left in left.map { joined < $0 } ?? false })
    #expect(try ids { $0.left <= $0.joined } == wanted { joined, left in left.map { $0 <= joined } ?? false })
    #expect(try ids { $0.left > $0.joined } == wanted { joined, left in left.map { $0 > joined } ?? false })
    #expect(try ids { $0.joined >= $0.left } == wanted { joined, left in left.map { joined >= $0 } ?? false })
    #expect(try ids { $0.joined == $0.left } == wanted { $0 == $1 })
    #expect(try ids { $0.joined != $0.left } == wanted { $0 != $1 })
    #expect(try ids { !($0.joined < $0.left) } == ["0", "1", "2"])
  }

  @Test
  func `arrays are asked for their values`() throws {
    let shop = try Store(.memory, model: ShopModel())
    let lists: [[String]?] = [nil, [], ["a"], ["a", "b\"c"], ["%"], ["A"]]
    let products = lists.enumerated().map { index, tags in
      Product(
        id: index, name: "", price: 1, tags: tags, createdAt: Date(timeIntervalSince1970: 0), currency: "EUR")
    }
    try shop.write { try $0.insert(contentsOf: products) }
    for tag in ["a", "b\"c", "%", "", "x"] {
      let found = try shop.fetch(Product.filter { $0.tags.contains(tag) })
      #expect(found == products.filter { $0.tags?.contains(tag) == true }, "\(tag)")
    }
    #expect(try shop.fetch(Product.filter { $0.tags.isEmpty }).map(\.id) == [1])
    #expect(try shop.fetch(Product.filter { $0.tags == ["a"] }).map(\.id) == [2])
  }

  @Test
  func `decimal numbers are compared by value`() throws {
    let shop = try Store(.memory, model: ShopModel())
    let prices = ["1.0", "1", "10", "9", "-2", "-10", "0.5", "1.50", "100000000000000000000000000000"]
    let json = prices.enumerated().map { index, price in
      """
      {"id": \(index), "name": "", "price": \(price), "created_at": "2011-07-10 09:51:03 -0700",
       "currency": "EUR"}
      """
    }
    try shop.importJSON(.string("[\(json.joined(separator: ","))]"), into: .entity("Product"))
    let all = try shop.fetch(Product.all)
    #expect(all.count == prices.count)
    for price in Set(all.map(\.price)) {
      #expect(
        try shop.fetch(Product.filter { $0.price == price }.values { $0.id })
          == all.filter { $0.price == price }.map(\.id))
      #expect(
        try shop.fetch(Product.filter { $0.price < price }.values { $0.id })
          == all.filter { $0.price < price }.map(\.id))
      #expect(
        try shop.fetch(Product.filter { $0.price.isIn([price, -1]) }.values { $0.id })
          == all.filter { $0.price == price }.map(\.id))
    }
    let many = (0..<40).map { Decimal($0) }
    #expect(
      try shop.fetch(Product.filter { $0.price.isIn(many) }.values { $0.id })
        == all.filter { many.contains($0.price) }.map(\.id))
    #expect(try shop.fetch(Product.order { $0.price }.values { $0.price }) == all.map(\.price).sorted())
    #expect(try shop.fetch(Product.all.values(distinct: true) { $0.price }) == Set(all.map(\.price)).sorted())
    #expect(try shop.fetch(Product.all.min { $0.price }) == -10)
    #expect(try shop.fetch(Product.all.max { $0.price }) == all.map(\.price).max())
  }

  @Test
  func `enumerations and truth values are compared`() throws {
    let store = try ExampleStore.gitHub()
    let issues = try store.fetch(Issue.all)
    #expect(issues.count > 3)
    #expect(try store.fetch(Issue.filter { $0.state == .open }) == issues.filter { $0.state == .open })
    #expect(try store.fetch(Issue.filter { $0.state != .open }) == issues.filter { $0.state != .open })
    #expect(
      try store.fetch(Issue.filter { $0.stateReason.isIn([.completed, .unlisted("odd")]) })
        == issues.filter { $0.stateReason == .completed })
    #expect(try store.fetch(Issue.filter { $0.state == .unlisted("odd") }) == [])
    #expect(try store.fetch(Issue.filter { $0.locked == true }) == issues.filter(\.locked))
    #expect(try store.fetch(Issue.filter { $0.locked != true }) == issues.filter { !$0.locked })
  }

  @Test
  func `days, months and years are those of a time zone`() throws {
    let store = try Store(.memory, model: ShopModel())
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    // Around midnights, a month, a year, and the day of 23 hours.
    let dates = try [
      "2023-12-31T22:59:59.999Z", "2023-12-31T23:00:00.000Z", "2024-03-30T23:00:00.000Z",
      "2024-03-31T21:59:59.999Z", "2024-03-31T22:00:00.000Z", "2024-12-31T23:00:00.000Z",
    ].map { try Date($0, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
    let orders = dates.enumerated().map {
      Order(id: $0, customer: "", placedAt: $1, paidAt: $0 == 0 ? nil : $1)
    }
    try store.write { try $0.insert(contentsOf: orders) }
    for date in dates {
      for component in [Calendar.Component.day, .month, .year] {
        let wanted = orders.filter {
          calendar.isDate($0.placedAt, equalTo: date, toGranularity: component)
        }
        let placed = try store.fetch(Order.filter { $0.placedAt.isIn(component, of: date, calendar) }.keys())
        #expect(placed == wanted.map(\.id))
        let paid = try store.fetch(Order.filter { $0.paidAt.isIn(component, of: date, calendar) }.keys())
        #expect(paid == wanted.filter { $0.paidAt != nil }.map(\.id))
      }
    }
    func ids(_ condition: (Order.Columns.Type) -> Condition<Order>) throws -> [Int] {
      try store.fetch(Order.filter(condition).keys())
    }
    #expect(try ids { $0.placedAt.isIn(year: 2024, timeZone: zone) } == [1, 2, 3, 4])
    #expect(try ids { $0.placedAt.isIn(year: 2024, month: 3, timeZone: zone) } == [2, 3])
    #expect(try ids { $0.placedAt.isIn(year: 2024, month: 3, day: 31, timeZone: zone) } == [2, 3])
    #expect(try ids { $0.placedAt.isIn(year: 2024, month: 2, day: 30, timeZone: zone) } == [])
    #expect(try ids { $0.placedAt.isIn(dates[1]..<dates[3]) } == [1, 2])
    #expect(try ids { $0.placedAt == dates[3].addingTimeInterval(0.0004) } == [3])
  }
}
