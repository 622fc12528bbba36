import Bands
import Foundation
import Rowsmith
import Shop
import Testing

/// New values of many records that depend on what each record held before.
struct RelativeUpdateTests {
  @Test
  func `a number is added to each record's own, and an empty column stays empty`() throws {
    let store = try ExampleStore.bands()
    try store.write { try $0.insert(Band(name: "Still Here", formed: 1980)) }
    let before = try store.fetch(Band.all)
    let ended = before.count { $0.disbanded != nil }
    try #require(0 < ended && ended < before.count)
    let written = try store.write { db in try db.update(Band.all) { [$0.formed.increment(by: -1900)] } }
    #expect(written == before.count)
    #expect(try store.write { db in try db.update(Band.all) { [$0.disbanded.increment(by: 1)] } } == ended)
    let expected = before.map { band in
      var band = band
      band.formed -= 1900
      band.disbanded = band.disbanded.map { $0 + 1 }
      return band
    }
    #expect(try store.fetch(Band.all) == expected)
  }

  @Test
  func `adding nothing writes nothing`() throws {
    let store = try ExampleStore.bands()
    #expect(try store.write { db in try db.update(Band.all) { [$0.formed.increment(by: 0)] } } == 0)
    #expect(try store.write { db in try db.update(Album.all) { [$0.label.set($0.label)] } } == 0)
  }

  @Test
  func `a sum of more than 64 bits is refused, and all stays as it was`() throws {
    let store = try ExampleStore.bands()
    try store.write { try $0.insert(Band(name: "The Last", formed: .max)) }
    let before = try store.fetch(Band.all)
    let error = #expect(throws: StoreError.self) {
      try store.write { try $0.update(Band.all) { [$0.formed.increment(by: 1)] } }
    }
    #expect(error?.message.contains("at most 64 bits") == true)
    #expect(try store.fetch(Band.all) == before)
    try store.write { _ = try $0.update(Band.find(keys: ["The Last"])) { [$0.formed.increment(by: .min)] } }
    #expect(try store.fetch(Band.find("The Last"))?.formed == -1)
  }

  /// 0.1 and 0.2 have no exact real number; 38 digits are more than one holds.
  @Test(arguments: [
    ("0.1", "0.2", "0.3"), ("24.90", "-24.9", "0"), ("-1", "0.5", "-0.5"),
    ("12345678901234567890123456789012345.67", "0.01", "12345678901234567890123456789012345.68"),
  ])
  func `decimal numbers are exact`(old: String, number: String, sum: String) throws {
    let store = try ExampleStore.shop()
    let (old, number) = try (#require(Decimal(string: old)), #require(Decimal(string: number)))
    try store.write { db in
      _ = try db.update(Product.all) { [$0.price.set(old)] }
      _ = try db.update(Product.all) { [$0.price.increment(by: number)] }
    }
    #expect(try Set(store.fetch(Product.all).map(\.price)) == [#require(Decimal(string: sum))])
  }

  @Test
  func `a sum with more digits than a decimal number has is refused`() throws {
    let store = try ExampleStore.shop()
    let digits = try #require(Decimal(string: "99999999999999999999999999999999999999"))
    try store.write { _ = try $0.update(Product.all) { [$0.price.set(digits)] } }
    let error = #expect(throws: StoreError.self) {
      try store.write { db in
        try db.update(Product.all) {
          [$0.price.increment(by: Decimal(sign: .plus, exponent: -3, significand: 1))]
        }
      }
    }
    #expect(error?.message.contains("38 digits") == true)
    #expect(try store.fetch(Product.all).allSatisfy { $0.price == digits })
  }

  @Test
  func `columns take the values that others had before, also each other's`() throws {
    let store = try ExampleStore.bands()
    try store.write { db in
      _ = try db.update(Band.all) { [$0.hiatus.set($0.otherNames), $0.otherNames.set($0.hiatus)] }
    }
    let original = try ExampleStore.bands().fetch(Band.all)
    let swapped = try store.fetch(Band.all)
    #expect(original.contains { $0.hiatus != nil || $0.otherNames != nil })
    #expect(swapped.map(\.hiatus) == original.map(\.otherNames))
    #expect(swapped.map(\.otherNames) == original.map(\.hiatus))
  }

  @Test
  func `a column takes the value of a record that a link leads to, and nothing where none is`() throws {
    let store = try ExampleStore.bands()
    try store.write { db in
      try db.insert(Album(name: "Nobody's", label: "x", released: Date(timeIntervalSince1970: 0)))
      try db.insert(Album(name: "Unknown's", label: "x", released: Date(timeIntervalSince1970: 0), band: "?"))
      _ = try db.update(Album.all) { [$0.label.set($0.band.name), $0.releasedAs.set($0.name)] }
    }
    for album in try store.fetch(Album.all) {
      let band = try album.band.flatMap { try store.fetch(Band.find($0.key)) }
      #expect(album.label == band?.name && album.releasedAs == album.name)
    }
  }

  /// SQLite changes row after row; the second must not see the new name of the first.
  @Test
  func `a link within the table leads to what was there before the update`() throws {
    let store = try ExampleStore.shop()
    let chain = (101...104).map { Category(id: $0, name: "\($0)", parent: $0 > 101 ? .init($0 - 1) : nil) }
    let name = Rowsmith.Column<Category, String?>("name")
    try store.write { db in
      try db.insert(contentsOf: chain)
      let query = Category.filter { $0.parent.isIn([101, 102, 103]) }
      #expect(try db.update(query) { [name.set($0.parent.name)] } == 3)
    }
    #expect(try store.fetch(Category.find(keys: 101...104)).map(\.name) == ["101", "101", "102", "103"])
  }

  @Test(arguments: [false, true])
  func `records that the query does not name are not looked at`(isAnalysed: Bool) throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write { db in
      try db.insert(contentsOf: [Band(name: "A", formed: .max), Band(name: "B", formed: 1)])
      if isAnalysed { try db.execute(sql: "ANALYZE") }
    }
    let written = try store.write { db in
      try db.update(Band.filter { $0.name == "B" }) { [$0.formed.increment(by: 1)] }
    }
    #expect(written == 1)
    #expect(try store.fetch(Band.all).map(\.formed) == [.max, 2])
  }

  /// Where a unique column or a link is set, records are written one by one.
  @Test
  func `records that are written one by one take the same values`() throws {
    let store = try ExampleStore.shop()
    let before = try store.fetch(Product.all)
    try store.write { db in
      _ = try db.update(Product.all) {
        [$0.sku.set($0.sku), $0.price.increment(by: 1), $0.productDescription.set($0.name)]
      }
    }
    let expected = before.map { product in
      var product = product
      product.price += 1
      product.productDescription = product.name
      return product
    }
    #expect(try store.fetch(Product.all) == expected)
    let categories = try store.fetch(Category.all)
    try store.write { db in
      _ = try db.update(Category.filter { $0.parent != nil }) { [$0.parent.set($0.parent.parent)] }
    }
    let parents = Dictionary(uniqueKeysWithValues: categories.map { ($0.id, $0.parent) })
    for category in categories {
      let expected = category.parent.flatMap { parents[$0.key] ?? nil }
      #expect(try store.fetch(Category.find(category.id))?.parent == expected)
    }
  }
}
