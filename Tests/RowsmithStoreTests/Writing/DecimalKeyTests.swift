import Foundation
import Rowsmith
import Testing

/// Keys that are decimal numbers, which can be spelled in more than one way.
struct DecimalKeyTests {
  private struct Rate: Record {
    typealias Key = Decimal
    static let entityName = "Rate"
    static let columnNames = ["percent", "name", "above"]
    var percent: Decimal
    var name: String
    var above: Reference<Rate>?

    init(row: Row) throws(RowDecodingError) {
      percent = try row.decimal(at: 0)
      name = try row.string(at: 1)
      above = try row.optionalReference(at: 2)
    }

    func encode(to encoder: inout RowEncoder) {
      encoder.encode(percent)
      encoder.encode(name)
      encoder.encode(above)
    }

    enum Columns {
      static var name: Column<Rate, String> { Column("name") }
      static var above: Column<Rate, Reference<Rate>?> { Column("above") }
    }
  }

  private func filled() throws -> Store {
    let model = try ModelStore(
      """
      entities:
        Rate:
          PrimaryKey: percent
          attributes: { percent: Decimal, name: String }
          relationships: { above: Rate? }
      """)
    try model.importJSON(
      """
      [{"percent": 7.00, "name": "low", "above": 19.90}, {"percent": "19.9", "name": "high"},
       {"percent": 0.0, "name": "none", "above": "7.0"}, {"percent": 19.900, "name": "highest"}]
      """, "Rate")
    return model.store
  }

  @Test
  func `equal numbers are one key`() throws {
    let store = try filled()
    #expect(try store.fetch(Rate.all).map(\.name).sorted() == ["highest", "low", "none"])
    #expect(try store.fetch(Rate.filter { $0.above.matches { $0.name == "highest" } }.count()) == 1)
    #expect(try store.fetch(Rate.filter { $0.above.matches { $0.name == "low" } }.count()) == 1)
  }

  @Test
  func `a record is found, updated and not doubled`() throws {
    let store = try filled()
    for var rate in try store.fetch(Rate.all) {
      #expect(try store.fetch(Rate.find(rate.percent))?.name == rate.name)
      #expect(try store.write { try $0.upsert(rate) } == .unchanged)
      rate.name += "!"
      #expect(try store.write { try $0.upsert(rate) } == .updated)
    }
    #expect(try store.fetch(Rate.find(keys: [7, 0])).map(\.name).sorted() == ["low!", "none!"])
  }
}
