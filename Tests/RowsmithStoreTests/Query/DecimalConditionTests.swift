import Foundation
import RowsmithSchema
import TestSupport
import Shop
import Testing

@testable import Rowsmith

/// `Decimal` columns are compared and ordered by value, however the numbers are spelled.
struct DecimalConditionTests {
  private let store: Store

  /// Prices as the JSON spells them, in the order of their size; the identifiers count from 0.
  private static let prices = [
    "-100.5", "-2", "-1.50", "-0.1", "0.00", "0.1", "1", "1.0", "1.000000000000000000000001", "2", "10",
    "1e2",
  ]

  init() throws {
    store = try Store(.memory, model: ShopModel())
    let rows = Self.prices.enumerated().map { id, price in
      #"{"id": \#(id), "name": "p", "price": "\#(price)", "created_at": "2011-07-10 09:51:03 -0700", "#
        + #""currency": "EUR"}"#
    }
    try store.importJSON(.string("[\(rows.joined(separator: ","))]"), into: .entity("Product"))
  }

  private func keys(_ query: Query<Product>) throws -> [Int] { try store.fetch(query.keys()) }

  @Test(arguments: [
    ("1", [6, 7]), ("1.00", [6, 7]), ("0", [4]), ("-0.10", [3]), ("100", [11]), ("-1.5", [2]),
    ("1.000000000000000000000001", [8]), ("3", []),
  ])
  func `a number equals all its spellings`(text: String, expected: [Int]) throws {
    let number = try #require(Decimal(string: text))
    #expect(try keys(Product.filter { $0.price == number }) == expected)
    #expect(try keys(Product.filter { $0.price.isIn([number]) }) == expected)
    #expect(try keys(Product.filter { $0.price.isIn(number...number) }) == expected)
    #expect(try keys(Product.filter { $0.price.isIn(number..<number) }) == [])
    #expect(
      try keys(Product.filter { $0.price != number }) == Array(0...11).filter { !expected.contains($0) })
  }

  @Test(arguments: ["1", "1.00"])
  func `the records that a call asked for by a number have it in any spelling`(price: String) throws {
    let found = try store.read { db in try db.records(Product.self, having: [("price", .text(price))]) }
    #expect(found.map(\.id) == [6, 7])
  }

  @Test(arguments: [
    ("1", 6, 8), ("0", 4, 5), ("-2", 1, 2), ("9.99", 10, 10), ("-1000", 0, 0), ("1000", 12, 12),
    ("1.000000000000000000000001", 8, 9),
  ])
  func `less and greater are by value, not by text`(text: String, less: Int, lessOrEqual: Int) throws {
    let number = try #require(Decimal(string: text))
    #expect(try keys(Product.filter { $0.price < number }) == Array(0..<less))
    #expect(try keys(Product.filter { $0.price <= number }) == Array(0..<lessOrEqual))
    #expect(try keys(Product.filter { $0.price >= number }) == Array(less..<12))
    #expect(try keys(Product.filter { $0.price > number }) == Array(lessOrEqual..<12))
  }

  @Test func `the order is by value, the key deciding between equals`() throws {
    #expect(try keys(Product.order { $0.price }) == Array(0...11))
    #expect(
      try keys(Product.order { $0.price.descending }) == [11, 10, 9, 8, 6, 7, 5, 4, 3, 2, 1, 0])
    #expect(try store.fetch(Product.all.min { $0.price }) == Decimal(string: "-100.5"))
    #expect(try store.fetch(Product.all.max { $0.price }) == 100)
  }

  @Test func `equal numbers are one group, one section and one distinct value`() throws {
    let ones = Product.filter { $0.price.isIn([1, 2]) }
    let groups = try store.fetch(ones.grouped { $0.price }.count())
    #expect(groups.map(\.key) == [1, 2])
    #expect(groups.map(\.value) == [2, 1])
    #expect(try store.fetch(ones.values(distinct: true) { $0.price }) == [1, 2])
    let sections = try store.fetch(ones.sectioned { $0.price }).sections
    #expect(sections.map { $0.elements.map(\.id) } == [[6, 7], [9]])
  }

  @Test func `sums are exact`() throws {
    #expect(
      try store.fetch(Product.all.sum { $0.price }) == Decimal(string: "11.000000000000000000000001"))
    #expect(try store.fetch(Product.filter { $0.price < 0 }.sum { $0.price }) == Decimal(string: "-104.1"))
    #expect(
      try store.fetch(Product.filter { $0.id.isIn([4, 5]) }.average { $0.price }) == Decimal(string: "0.05"))
  }

  @Test func `sections are in the order of the numbers, and inside in that of the query`() throws {
    func ids(_ query: Query<Product>, descending: Bool = false) throws -> [[Int]] {
      try store.fetch(query.sectioned(descending: descending) { $0.price }).sections.map {
        $0.elements.map(\.id)
      }
    }
    let sections = [[0], [1], [2], [3], [4], [5], [6, 7], [8], [9], [10], [11]]
    #expect(try ids(Product.all) == sections)
    #expect(try ids(Product.all, descending: true) == sections.reversed())
    #expect(try ids(Product.all.limit(12)) == sections)
    #expect(try ids(Product.order { $0.id.descending }) == sections.map { $0.reversed() })
  }

  @Test func `the decimal parts of a composite value are compared by value, too`() throws {
    let model = try ModelStore(
      """
      values: { Money: { amount: Decimal, currency: String } }
      entities: { P: { attributes: { id: Int, price: Money? } } }
      """)
    try model.importJSON(#"[{"id": 1, "price": {"amount": 24.90, "currency": "EUR"}}, {"id": 2}]"#, "P")
    func count(_ comparison: Comparison) throws -> Int64? {
      var node = QueryNode(entity: "P")
      node.condition = .compare(
        ColumnTerm(names: ["price_amount", "price_currency"]), comparison, [.text("24.9"), .text("EUR")])
      return try model.store.read { db in
        let select = try QueryCompiler.count(node, mapping: db.mapping())
        return try db.connection().integer(select.sql, select.values)
      }
    }
    #expect(try count(.equal) == 1)
    #expect(try count(.notEqual) == 1)
  }

  @Test func `the only part of a composite value is compared by value, if it is decimal`() throws {
    let model = try ModelStore(
      """
      values: { Money: { amount: Decimal } }
      entities: { P: { attributes: { id: Int, price: Money? } } }
      """)
    try model.importJSON(#"[{"id": 1, "price": {"amount": 24.90}}, {"id": 2}]"#, "P")
    func count(_ comparison: Comparison) throws -> Int64? {
      var node = QueryNode(entity: "P")
      node.condition = .compare(ColumnTerm(names: ["price_amount"]), comparison, [.text("24.9")])
      return try model.store.read { db in
        let select = try QueryCompiler.count(node, mapping: db.mapping())
        return try db.connection().integer(select.sql, select.values)
      }
    }
    #expect(try count(.equal) == 1)
    #expect(try count(.notEqual) == 1)
  }

  private struct Money: ValueGroup {
    struct Columns: Sendable {}
    static var columns: Columns { Columns() }
    static let columnNames = ["amount", "rate"]
    var amount: Decimal
    var rate: Decimal?

    init(amount: Decimal, rate: Decimal? = nil) { (self.amount, self.rate) = (amount, rate) }

    init(row: Row, at index: Int) throws(RowDecodingError) {
      self.init(amount: try row.decimal(at: index), rate: try row.optionalDecimal(at: index + 1))
    }

    func encode(to encoder: inout RowEncoder) {
      encoder.encode(amount)
      encoder.encode(rate)
    }

    init(object: ValueObject) throws(ValueObjectError) {
      self.init(amount: try object.value("amount"), rate: try object.optionalValue("rate"))
    }

    func encode(to object: inout ValueObject) {
      object.encode("amount", amount)
      object.encode("rate", rate)
    }
  }

  @Test func `nothing has a composite value with a decimal that is none, not even what has no value`() {
    let price = ValueColumns<Offer, Money>("price")
    let former = ValueColumns<Offer, Money?>("former")
    for none in [Money(amount: .nan), Money(amount: 1, rate: .nan)] {
      let conditions: [Condition<Offer>] = [price == none, former == none, price != none, former != none]
      #expect(conditions == [.never, .never, .always, .always])
    }
    let condition: Condition<Offer> = price == Money(amount: 1)
    #expect(condition != .never && condition != .always)
  }

  private struct Offer: Record {
    typealias Key = Int
    static let entityName = "Offer"
    static let columnNames = ["id", "prices"]
    var id: Int
    var prices: [Decimal]?

    init(row: Row) throws(RowDecodingError) {
      id = try row.int(at: 0)
      prices = try row.optionalArray(at: 1)
    }

    func encode(to encoder: inout RowEncoder) {
      encoder.encode(id)
      encoder.encode(prices)
    }

    enum Columns {
      static var prices: Column<Offer, [Decimal]?> { Column("prices") }
    }
  }

  @Test func `lists of decimal numbers are compared by value, too`() throws {
    let store = try ModelStore(
      #"entities: { Offer: { attributes: { id: Int, prices: "[Decimal]?" } } }"#)
    try store.importJSON(
      #"[{"id": 1, "prices": [24.90, "10.0"]}, {"id": 2, "prices": [24.90]}, {"id": 3}]"#, "Offer")
    func keys(_ query: Query<Offer>) throws -> [Int] { try store.store.fetch(query.keys()) }
    let all = try store.store.fetch(Offer.all)
    for offer in all { #expect(try keys(Offer.filter { $0.prices == offer.prices }) == [offer.id]) }
    let prices = all.compactMap(\.prices)
    #expect(try keys(Offer.filter { $0.prices.isIn(prices) }) == [1, 2])
    #expect(try keys(Offer.filter { $0.prices != prices[0] }) == [2, 3])
    #expect(try keys(Offer.filter { $0.prices == [] }) == [])
    #expect(try store.store.write { try $0.update(Offer.all) { [$0.prices.set(prices[1])] } } == 2)
    let row = try store.store.fetch(.sql("SELECT prices FROM Offer WHERE id = 2")).first
    #expect(row?["prices"] == .text(#"["24.90"]"#))
  }
}
