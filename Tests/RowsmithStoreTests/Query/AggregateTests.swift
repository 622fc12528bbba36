import Bands
import Foundation
import GitHub
import Rowsmith
import Shop
import Testing

/// Sums and groups, against the same made of arrays in Swift.
struct AggregateTests {
  @Test
  func `whole numbers`() throws {
    let store = try ExampleStore.gitHub()
    let issues = try store.fetchAll(Issue.self)
    #expect(try store.sum(Issue.all) { $0.comments } == issues.reduce(0) { $0 + $1.comments })
    #expect(try store.max(Issue.all) { $0.comments } == issues.map(\.comments).max())
    #expect(try store.min(Issue.all) { $0.createdAt } == issues.map(\.createdAt).min())
    #expect(try store.max(Issue.all) { $0.closedAt } == issues.compactMap(\.closedAt).max())
    let average = Double(issues.reduce(0) { $0 + $1.comments }) / Double(issues.count)
    #expect(try store.average(Issue.all) { $0.comments } == average)
    let none = Issue.filter { $0.title == "none" }
    #expect(try store.sum(none) { $0.comments } == 0)
    #expect(try store.min(none) { $0.comments } == nil)
    #expect(try store.average(none) { $0.comments } == nil)
    let page = Issue.order { $0.comments.descending }.limit(2)
    #expect(
      try store.sum(page) { $0.comments }
        == issues.map(\.comments).sorted(by: >).prefix(2).reduce(0, +))
  }

  @Test
  func `a sum beyond 64 bits is an error in words`() throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write {
      try $0.insert(contentsOf: [Band(name: "A", formed: .max), Band(name: "B", formed: 1)])
    }
    let error = #expect(throws: StoreError.self) { try store.sum(Band.all) { $0.formed } }
    #expect(error?.message.contains("the sum of 'Band.formed' is beyond 64 bits") == true)
    #expect(try store.sum(Band.filter { $0.name == "A" }) { $0.formed } == .max)
  }

  @Test
  func `decimal numbers are added up exactly`() throws {
    let store = try Store(.memory, model: ShopModel())
    let date = Date(timeIntervalSince1970: 0)
    try store.write { db in
      for id in 0..<1000 {
        let price = try #require(Decimal(string: "0.1"))
        try db.insert(Product(id: id, name: "", price: price, createdAt: date, currency: "EUR"))
      }
    }
    #expect(try store.sum(Product.all) { $0.price } == 100)
    #expect(try store.average(Product.all) { $0.price } == Decimal(string: "0.1"))
    #expect(try store.sum(Product.filter { $0.id < 0 }) { $0.price } == 0)
    #expect(try store.average(Product.filter { $0.id < 0 }) { $0.price } == nil)
    let large = try #require(Decimal(string: "12345678901234567890123456789012345678"))
    let small = try #require(Decimal(string: "0.00000000000000000000001"))
    try store.write { db in
      try db.insert(Product(id: -1, name: "", price: large, createdAt: date, currency: "EUR"))
      try db.insert(Product(id: -2, name: "", price: small, createdAt: date, currency: "EUR"))
    }
    #expect(try store.sum(Product.filter { $0.id == -1 }) { $0.price } == large)
    let error = #expect(throws: StoreError.self) { try store.sum(Product.filter { $0.id < 0 }) { $0.price } }
    #expect(error?.message.contains("38 digits") == true)
  }

  @Test
  func `records are counted by what a column holds`() throws {
    let store = try ExampleStore.bands()
    try store.write { _ = try $0.upsert(Album(name: "Untitled", released: .now)) }
    let albums = try store.fetchAll(Album.self)
    let counts = try store.count(Album.all, groupedBy: { $0.label })
    #expect(counts.map(\.key) == [nil] + Set(albums.compactMap(\.label)).sorted())
    for (label, count) in counts { #expect(count == albums.count { $0.label == label }) }
    let byBand = try store.count(Album.filter { $0.label == "Virgin" }, groupedBy: { $0.band })
    #expect(
      byBand.map { $0.key?.key }
        == Set(albums.filter { $0.label == "Virgin" }.map { $0.band?.key }).sorted { ($0 ?? "") < ($1 ?? "") }
    )
    #expect(try store.count(Album.all.limit(0), groupedBy: { $0.label }).isEmpty)
  }

  @Test
  func `sums and ends by group`() throws {
    let store = try ExampleStore.shop()
    let lines = try store.fetchAll(OrderLine.self)
    for (order, sum) in try store.sum(OrderLine.all, { $0.quantity }, groupedBy: { $0.order }) {
      #expect(sum == lines.filter { $0.order == order }.reduce(0) { $0 + $1.quantity })
    }
    let sums = try store.sum(OrderLine.all, { $0.unitPrice }, groupedBy: { $0.product })
    #expect(sums.map(\.key.key) == Set(lines.map(\.product.key)).sorted())
    for (product, sum) in sums {
      #expect(sum == lines.filter { $0.product == product }.reduce(Decimal.zero) { $0 + $1.unitPrice })
    }
    for (product, price) in try store.max(OrderLine.all, { $0.unitPrice }, groupedBy: { $0.product }) {
      #expect(price == lines.filter { $0.product == product }.map(\.unitPrice).max())
    }
    for (product, price) in try store.min(OrderLine.all, { $0.unitPrice }, groupedBy: { $0.product }) {
      #expect(price == lines.filter { $0.product == product }.map(\.unitPrice).min())
    }
  }
}
