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
    let issues = try store.fetch(Issue.all)
    #expect(try store.fetch(Issue.all.sum { $0.comments }) == issues.reduce(0) { $0 + $1.comments })
    #expect(try store.fetch(Issue.all.max { $0.comments }) == issues.map(\.comments).max())
    #expect(try store.fetch(Issue.all.min { $0.createdAt }) == issues.map(\.createdAt).min())
    #expect(try store.fetch(Issue.all.max { $0.closedAt }) == issues.compactMap(\.closedAt).max())
    let average = Double(issues.reduce(0) { $0 + $1.comments }) / Double(issues.count)
    #expect(try store.fetch(Issue.all.average { $0.comments }) == average)
    let none = Issue.filter { $0.title == "none" }
    #expect(try store.fetch(none.sum { $0.comments }) == 0)
    #expect(try store.fetch(none.min { $0.comments }) == nil)
    #expect(try store.fetch(none.average { $0.comments }) == nil)
    let page = Issue.order { $0.comments.descending }.limit(2)
    #expect(
      try store.fetch(page.sum { $0.comments })
        == issues.map(\.comments).sorted(by: >).prefix(2).reduce(0, +))
  }

  @Test
  func `a sum beyond 64 bits is an error in words`() throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write {
      try $0.insert(contentsOf: [Band(name: "A", formed: .max), Band(name: "B", formed: 1)])
    }
    let error = #expect(throws: StoreError.self) { try store.fetch(Band.all.sum { $0.formed }) }
    #expect(error?.message.contains("the sum of 'Band.formed' does not fit into 64 bits") == true)
    #expect(try store.fetch(Band.filter { $0.name == "A" }.sum { $0.formed }) == .max)
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
    #expect(try store.fetch(Product.all.sum { $0.price }) == 100)
    #expect(try store.fetch(Product.all.average { $0.price }) == Decimal(string: "0.1"))
    #expect(try store.fetch(Product.filter { $0.id < 0 }.sum { $0.price }) == 0)
    #expect(try store.fetch(Product.filter { $0.id < 0 }.average { $0.price }) == nil)
    let large = try #require(Decimal(string: "12345678901234567890123456789012345678"))
    let small = try #require(Decimal(string: "0.00000000000000000000001"))
    try store.write { db in
      try db.insert(Product(id: -1, name: "", price: large, createdAt: date, currency: "EUR"))
      try db.insert(Product(id: -2, name: "", price: small, createdAt: date, currency: "EUR"))
    }
    #expect(try store.fetch(Product.filter { $0.id == -1 }.sum { $0.price }) == large)
    let error = #expect(throws: StoreError.self) {
      try store.fetch(Product.filter { $0.id < 0 }.sum { $0.price })
    }
    #expect(error?.message.contains("38 digits") == true)
  }

  @Test
  func `records are counted by what a column holds`() throws {
    let store = try ExampleStore.bands()
    try store.write { _ = try $0.upsert(Album(name: "Untitled", released: .now)) }
    let albums = try store.fetch(Album.all)
    let counts = try store.fetch(Album.all.grouped { $0.label }.count())
    let labels: [String?] = [nil] + Set(albums.compactMap(\.label)).sorted()
    #expect(counts.map(\.key) == labels)
    for group in counts { #expect(group.value == albums.count { $0.label == group.key }) }
    let byBand = try store.fetch(Album.filter { $0.label == "Virgin" }.grouped { $0.band }.count())
    let bands: Set<String?> = Set(albums.filter { $0.label == "Virgin" }.map { $0.band?.key })
    #expect(byBand.map { $0.key?.key } == bands.sorted { ($0 ?? "") < ($1 ?? "") })
    #expect(try store.fetch(Album.all.limit(0).grouped { $0.label }.count()).isEmpty)
  }

  @Test
  func `sums and ends by group`() throws {
    let store = try ExampleStore.shop()
    let lines = try store.fetch(OrderLine.all)
    for group in try store.fetch(OrderLine.all.grouped { $0.order }.sum { $0.quantity }) {
      #expect(group.value == lines.filter { $0.order == group.key }.reduce(0) { $0 + $1.quantity })
    }
    let sums = try store.fetch(OrderLine.all.grouped { $0.product }.sum { $0.unitPrice })
    #expect(sums.map(\.key.key) == Set(lines.map(\.product.key)).sorted())
    let prices = { (product: Reference<Product>) in lines.filter { $0.product == product }.map(\.unitPrice) }
    for group in sums { #expect(group.value == prices(group.key).reduce(0, +)) }
    for group in try store.fetch(OrderLine.all.grouped { $0.product }.max { $0.unitPrice }) {
      #expect(group.value == prices(group.key).max())
    }
    for group in try store.fetch(OrderLine.all.grouped { $0.product }.min { $0.unitPrice }) {
      #expect(group.value == prices(group.key).min())
    }
    for group in try store.fetch(OrderLine.all.grouped { $0.product }.average { $0.quantity }) {
      let quantities = lines.filter { $0.product == group.key }.map(\.quantity)
      #expect(group.value == Double(quantities.reduce(0, +)) / Double(quantities.count))
    }
  }
}
