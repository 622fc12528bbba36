import Bands
import Foundation
import Rowsmith
import RowsmithSchema
import Shop
import Testing

/// Random writes of records leave what an import of the same records does.
struct RandomWriteTests {
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `records that are written and records that are imported are the same rows`(seed: UInt64) throws {
    var random = Random(state: seed &+ 1)
    let written = try Store(.memory, model: ShopModel())
    let imported = try Store(.memory, model: ShopModel())
    for _ in 0..<6 {
      let steps = (0..<Int.random(in: 1...12, using: &random)).map { _ in Step(&random) }
      try written.write { db in for step in steps { try step.write(db) } }
      for step in steps { try imported.importJSON(.string(step.json), into: .entity(step.entity)) }
      #expect(try rows(written) == rows(imported))
    }
  }

  private func rows(_ store: Store) throws -> [String] {
    let names = try store.fetch(
      .sql(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN "
          + "('_rowsmith_meta', '_rowsmith_implied_keys') ORDER BY name"))
    return try names.flatMap { row in
      let name: String = try row.value("name")
      return try store.fetch(.sql("SELECT * FROM \"\(name)\"")).map { "\(name): \($0.values)" }.sorted()
    }
  }
}

/// One record, as a value and as JSON.
private struct Step {
  enum Item {
    case category(Shop.Category)
    case review(ProductReview)
    case order(Order)
    case image(Shop.Image)
  }

  let item: Item

  init(_ random: inout Random) {
    let id = Int.random(in: 1...5, using: &random)
    let other = Int.random(in: 1...5, using: &random)
    let word = ["", "a", "é", "\"quoted\""][Int.random(in: 0...3, using: &random)]
    let isGiven = Bool.random(using: &random)
    switch Int.random(in: 0...3, using: &random) {
    case 0: item = .category(Shop.Category(id: id, name: "c", parent: isGiven ? Reference(other) : nil))
    case 1:
      item = .review(
        ProductReview(
          id: id, name: word, reviewText: "r", rating: isGiven ? other : nil, product: Reference(other)))
    case 2:
      let date = Date(timeIntervalSince1970: Double(Int.random(in: 0...1_000_000, using: &random)))
      item = .order(Order(id: id, customer: word, placedAt: date, paidAt: isGiven ? date : nil))
    default:
      item = .image(
        Shop.Image(id: id, url: URL(filePath: "/\(other)"), title: isGiven ? word : nil))
    }
  }

  var entity: String {
    switch item {
    case .category: "Category"
    case .review: "ProductReview"
    case .order: "Order"
    case .image: "Image"
    }
  }

  func write(_ db: WriteTransaction) throws {
    switch item {
    case .category(let record): try db.upsert(record)
    case .review(let record): try db.upsert(record)
    case .order(let record): try db.upsert(record)
    case .image(let record): try db.upsert(record)
    }
  }

  /// `1970-01-12 13:46:40 +0000`.
  private static func time(_ date: Date) -> String {
    let text = date.ISO8601Format()
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) +0000"
  }

  /// The record as a server would send it, nothing left out.
  var json: String {
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    func number(_ value: Int?) -> JSONValue { value.map { .number(String($0)) } ?? .null }
    let members: [(String, JSONValue)] =
      switch item {
      case .category(let record):
        [("id", number(record.id)), ("name", text(record.name)), ("parent_id", number(record.parent?.key))]
      case .review(let record):
        [
          ("id", number(record.id)), ("name", text(record.name)), ("review_text", text(record.reviewText)),
          ("rating", number(record.rating)), ("product_id", number(record.product.key)),
        ]
      case .order(let record):
        [
          ("id", number(record.id)), ("customer", text(record.customer)),
          ("placed_at", text(Step.time(record.placedAt))),
          ("paid_at", number(record.paidAt.map { Int($0.timeIntervalSince1970) })), ("deliver_on", .null),
        ]
      case .image(let record):
        [("id", number(record.id)), ("url", text(record.url.absoluteString)), ("title", text(record.title))]
      }
    return "{" + members.map { "\(JSONValue.string($0).text): \($1.text)" }.joined(separator: ", ") + "}"
  }
}

/// SplitMix64: the same numbers for the same seed.
private struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
