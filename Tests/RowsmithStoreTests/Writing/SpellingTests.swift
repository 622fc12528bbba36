import Foundation
import Rowsmith
import Shop
import Testing

/// Values that can be spelled in more than one way.
struct SpellingTests {
  @Test
  func `a record that is written as it was read changes nothing`() throws {
    let store = try ExampleStore.shop()
    try store.write { db in
      for product in try db.fetch(Product.all) { #expect(try !db.update(product), "\(product)") }
      try db.execute(sql: "UPDATE Product SET price = price || '0' WHERE price LIKE '%.%'")
      for product in try db.fetch(Product.all) {
        #expect(try !db.update(product), "\(product)")
        #expect(try db.upsert(product) == .unchanged)
      }
      var product = try #require(try db.fetch(Product.all.first()))
      product.price += 1
      #expect(try db.update(product))
      #expect(try db.fetch(Product.find(product.id))?.price == product.price)
    }
  }

  @Test
  func `a number that is set to itself in many records stays as it is spelled`() throws {
    let store = try ExampleStore.shop()
    try store.write { db in
      try db.execute(sql: "UPDATE Product SET price = '24.90'")
      let price = try #require(Decimal(string: "24.9"))
      #expect(try db.update(Product.all) { [$0.price.set(price)] } == 0)
      _ = try db.update(Product.all) { [$0.price.set(price), $0.productDescription.set("x")] }
      #expect(try Set(db.fetch(.sql("SELECT price FROM Product")).map { $0["price"] }) == [.text("24.90")])
    }
  }
}
