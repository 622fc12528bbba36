import RowsmithModel
import RowsmithSchema
import Testing

/// Defaults in the form in which they are stored.
struct DefaultValueTests {
  private func stored(_ type: String, _ value: String, format: String? = nil) throws -> StoredValue? {
    let format = format.map { ", DateFormat: \($0)" } ?? ""
    return try schema("entities: { A: { attributes: { a: { type: \(type), default: \(value)\(format) } } } }")
      .attribute("A.a").defaultValue
  }

  @Test(
    arguments: [
      ("Int", "3", .integer(3)), ("Int", "3.0", .integer(3)), ("Int", "0x10", .integer(16)),
      ("Int", "9007199254740993.0", .integer(9_007_199_254_740_993)), ("Int", "-1e3", .integer(-1000)),
      ("Int", "9223372036854775807.00", .integer(.max)), ("Int", "1e18", .integer(1_000_000_000_000_000_000)),
      ("\"[Int]\"", "[9007199254740993.0]", .text("[9007199254740993]")),
      ("Double", "3", .real(3)), ("Double", "2.5", .real(2.5)), ("Bool", "true", .integer(1)),
      ("Bool", "false", .integer(0)), ("String", "draft", .text("draft")), ("String", "no", .text("no")),
      ("String", "\"1\"", .text("1")), ("String", "''", .text("")), ("Decimal", "1.50", .text("1.50")),
      ("Decimal", "'007.10'", .text("7.10")),
      ("Decimal", "12345678901234567890.5", .text("12345678901234567890.5")),
      ("UUID", "6F9619FF-8B86-D011-B42D-00CF4FC964FF", .text("6f9619ff-8b86-d011-b42d-00cf4fc964ff")),
      ("URL", "\"https://example.com/a?b#c\"", .text("https://example.com/a?b#c")),
      ("Data", "aGk=", .blob([104, 105])), ("Data", "''", .blob([])),
      ("JSON", "{ a: [1, null, yes], b: \"x\" }", .text(#"{"a":[1,null,"yes"],"b":"x"}"#)),
      ("JSON", "1.50", .text("1.50")),
      ("\"[Int]\"", "[1, 2]", .text("[1,2]")), ("\"[String]\"", "[]", .text("[]")),
      ("\"[Bool]\"", "[true, false]", .text("[true,false]")),
      ("\"[Double]\"", "[1, 2.5, 1e3]", .text("[1.0,2.5,1000.0]")),
      ("\"[Data]\"", "[aGk=]", .text(#"["aGk="]"#)), ("\"[Decimal]\"", "[1.50]", .text(#"["1.50"]"#)),
      ("Int?", "null", nil), ("Int?", "~", nil), ("Int?", "1", .integer(1)),
    ] as [(String, String, StoredValue?)])
  func `a default is stored as its type is`(type: String, value: String, expected: StoredValue?) throws {
    #expect(try stored(type, value) == expected)
  }

  @Test func `a date is stored in UTC to the millisecond`() throws {
    let instant = StoredValue.text("2000-08-22T13:28:00.000Z")
    #expect(try stored("Date", "2000-08-22T13:28:00Z") == instant)
    #expect(try stored("Date", "\"2000-08-22T15:28:00+02:00\"") == instant)
    #expect(try stored("Date", "966950880", format: "epochSeconds") == instant)
    #expect(try stored("Date", "966950880000", format: "epochMilliseconds") == instant)
    #expect(try stored("Date", "2000-08-22 13.28", format: "yyyy-MM-dd HH.mm") == instant)
    #expect(try stored("Date", "2000-08-22T13:28:00Z", format: "yyyy-MM-dd HH.mm") == instant)
    #expect(try stored("\"[Date]\"", "[2000-08-22T13:28:00Z]") == .text(#"["2000-08-22T13:28:00.000Z"]"#))
  }
}
