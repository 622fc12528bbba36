import Foundation
import Rowsmith
import Shop
import Testing

/// Decimal numbers in every spelling that JSON has.
struct DecimalSpellingTests {
  private let store: Store

  init() throws { store = try Store(.memory, model: ShopModel()) }

  private func take(_ price: String, id: Int = 1) throws {
    let product =
      #"{"id":\#(id),"name":"n","price":\#(price),"created_at":"2024-01-01 00:00:00 +0000","currency":"EUR"}"#
    try store.importJSON(.string(product), into: Product.self)
  }

  @Test(
    arguments: [
      ("1e3", "1000"), ("1E+2", "100"), ("-2.50e-3", "-0.0025"), ("0e5", "0"), (#""1.5e1""#, "15"),
      ("-0", "0"),
      ("12345678901234567890.123456789012345678", "12345678901234567890.123456789012345678"), ("1e127", nil),
    ] as [(String, String?)])
  func `a number is read as what it is, compared, and written without an exponent`(
    json: String, value: String?
  ) throws {
    try take(json)
    let number = try #require(Decimal(string: value ?? "1" + String(repeating: "0", count: 127)))
    #expect(try store.fetch(Product.all).map(\.price) == [number])
    #expect(try store.fetch(Product.filter { $0.price == number }.count()) == 1)
    #expect(try store.fetch(Product.filter { $0.price > number }.count()) == 0)
    #expect(try store.fetch(Product.filter { $0.price < number + 1 }.count()) == (value == nil ? 0 : 1))
    var options = ExportOptions()
    options.only = [["price"]]
    let text = String(decoding: try store.exportJSON(Product.self, options: options), as: UTF8.self)
    let written = json.contains("-2.50") ? "-0.00250" : "\(number)"
    #expect(text == "[{\"id\":1,\"price\":\(written)}]\n")
  }

  @Test(arguments: ["x", "1e", "1e+", "1.", ".", "", "1e5x", " 1"])
  func `what another program has put there is no number: a sum and a record say so`(text: String) throws {
    try take("1")
    try store.write { try $0.execute(sql: "UPDATE Product SET price = ?", text) }
    let sum = #expect(throws: StoreError.self) { try store.fetch(Product.all.sum { $0.price }) }
    #expect(sum?.message.contains("expected a decimal number, found '\(text)'") == true)
    let record = #expect(throws: RowDecodingError.self) { try store.fetch(Product.all) }
    #expect(record?.column == "price" && record?.entity == "Product")
  }
}
