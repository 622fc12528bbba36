import Rowsmith
import Testing

/// The columns that the condition of an export compares.
struct ConditionExportTests {
  private func model() throws -> ModelStore {
    let model = try ModelStore(
      """
      values: { Money: { amount: Decimal, currency: String } }
      entities:
        Offer: { attributes: { id: Int, price: Decimal?, name: String?, sizes: "[Decimal]?", fee: Money? } }
        Rate: { PrimaryKey: rate, attributes: { rate: Decimal, note: Decimal? } }
        Deal: { Discriminator: kind, attributes: { id: Int } }
        Sale: { extends: Deal, attributes: { discount: Decimal } }
        Gift: { extends: Deal, attributes: { worth: Decimal } }
      """)
    try model.importJSON(
      #"""
      [{"id": 1, "price": 10.00, "name": "10.00", "sizes": [1.50, 2],
        "fee": {"amount": 100, "currency": "CHF"}},
       {"id": 2, "price": 9.50, "name": "9.50", "fee": {"amount": 20, "currency": "CHF"}},
       {"id": 3, "price": 5}, {"id": 4}]
      """#, "Offer")
    try model.importJSON(#"[{"rate": 9, "note": 7}, {"rate": 10, "note": 12}]"#, "Rate")
    try model.importJSON(
      #"""
      [{"id": 1, "kind": "Sale", "discount": 10}, {"id": 2, "kind": "Sale", "discount": 9},
       {"id": 3, "kind": "Gift", "worth": 10}]
      """#, "Deal")
    return model
  }

  @Test(arguments: [
    ("price > 9", [1, 2]), ("NOT price > 9.7", [2, 3]), ("9.7 < \"price\"", [1]), ("price = 9.5", [2]),
    ("PRICE IN (9.500, 10)", [1, 2]), ("Offer.price BETWEEN 9 AND 10", [1, 2]), ("price IS NULL", [4]),
    ("fee_amount > 30", [1]), ("sizes = '[\"1.5\",\"2.0\"]'", [1]), ("CAST(price AS REAL) > 9", [1, 2]),
    ("price LIKE '9%'", [2]), ("name > '9'", [2]), ("rowid = 2 OR _rowid_ = 3 AND oid = 3", [2, 3]),
  ])
  func `decimals are compared by value`(condition: String, ids: [Int]) throws {
    let json = try model().export("Offer") { ($0.condition, $0.only) = (condition, [["id"]]) }
    #expect(json == "[\(ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]")
  }

  @Test func `also in a family`() throws {
    let model = try model()
    #expect(
      try model.export("Sale") { $0.condition = "discount > 9.5" }
        == #"[{"kind":"Sale","id":1,"discount":10}]"#)
    #expect(
      try model.export("Deal") { $0.condition = "worth > 9" } == #"[{"kind":"Gift","id":3,"worth":10}]"#)
  }

  @Test func `a column that another program has added can be named`() throws {
    let model = try model()
    try model.store.write { try $0.execute(sql: "ALTER TABLE Offer ADD COLUMN extra INTEGER DEFAULT 7") }
    let json = try model.export("Offer") { $0.condition = "extra = 7 AND price < 6" }
    #expect(json == #"[{"id":3,"price":5}]"#)
  }

  @Test func `a fault has its place`() throws {
    let model = try model()
    let error = #expect(throws: ExportError.self) {
      try model.export("Offer") { $0.condition = "price > 1 AND nope" }
    }
    #expect(error?.column == 15)
  }

  @Test func `records come in the order of a key that is a decimal`() throws {
    let model = try model()
    let all = try model.export("Rate")
    #expect(all == #"[{"rate":10,"note":12},{"rate":9,"note":7}]"#)
    #expect(try model.export("Rate") { $0.condition = "note > 6" } == all)
  }
}
