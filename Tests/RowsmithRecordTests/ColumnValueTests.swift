import Foundation
import Rowsmith
import Testing

@Suite struct ColumnValueTests {
  @Test func `what is stored comes back`() throws {
    try check(Int.min, .integer(.min))
    try check(-0.5, .real(-0.5))
    try check(true, .integer(1))
    try check("é", .text("é"))
    try check(Date(timeIntervalSince1970: 0.001), .text("1970-01-01T00:00:00.001Z"))
    try check(#require(Decimal(string: "-12.50")), .text("-12.5"))
    try check(
      #require(UUID(uuidString: "A4F0C9E2-0000-4000-8000-000000000001")),
      .text("a4f0c9e2-0000-4000-8000-000000000001"))
    try check(#require(URL(string: "https://a/b")), .text("https://a/b"))
    try check(Data([1, 2]), .blob([1, 2]))
    try check(JSONText("{\"a\":1}"), .text("{\"a\":1}"))
    try check(Light.on, .text("on"))
    try check(Light.unlisted("dim"), .text("dim"))
    try check(RowIdentifier(rawValue: 9), .integer(9))
  }

  @Test func `an array is stored as JSON, each value in one spelling`() throws {
    try check([1, -2], .text("[1,-2]"))
    try check([1.0, 0.25], .text("[1.0,0.25]"))
    try check([true, false], .text("[true,false]"))
    try check(["a\"b\n", ""], .text(#"["a\"b\n",""]"#))
    try check([Date(timeIntervalSince1970: 0)], .text(#"["1970-01-01T00:00:00.000Z"]"#))
    try check([#require(Decimal(string: "1.10"))], .text(#"["1.1"]"#))
    try check([Data([255])], .text(#"["/w=="]"#))
    try check([Light.off, .unlisted("dim")], .text(#"["off","dim"]"#))
    try check([Int](), .text("[]"))
  }

  @Test func `NULL is never a value`() {
    #expect(Int(storedValue: .null) == nil)
    #expect(String(storedValue: .null) == nil)
    #expect(Bool(storedValue: .integer(2)) == nil)
    #expect([Int](storedValue: .text("{}")) == nil)
    #expect([Int](storedValue: .text("[1.5]")) == nil)
  }

  @Test func `a date is stored to the nearest millisecond, and within the years that can be stored`() {
    #expect(Date(timeIntervalSince1970: 1.0006).storedValue == .text("1970-01-01T00:00:01.001Z"))
    #expect(Date.distantPast.storedValue == .text("0001-01-01T00:00:00.000Z"))
    #expect(Date(timeIntervalSince1970: 1e15).storedValue == .text("9999-12-31T23:59:59.999Z"))
    #expect(Date(timeIntervalSince1970: -1e300).storedValue == .text("0001-01-01T00:00:00.000Z"))
  }

  @Test func `a value that the model lists is equal to itself however it was made`() {
    #expect(Light(rawValue: "on") == .on)
    #expect(Light.unlisted("on") == .on)
    #expect(Light.unlisted("on").hashValue == Light.on.hashValue)
    #expect(Light.listed.map(\.description) == ["on", "off"])
  }

  private func check<Value: ColumnValue>(_ value: Value, _ stored: StoredValue) throws {
    #expect(value.storedValue == stored)
    #expect(Value(storedValue: stored) == value)
    #expect(value.storedValues == [stored])
    #expect(Value.columnCount == 1)
    let read = try SampleRow.with("SELECT \(DDL.literal(stored))") { row in try Value(row: row, at: 0) }
    #expect(read == value)
  }
}
