import Foundation
import Rowsmith
import Testing

/// Decimals from the text of a column, or of a list in one.
struct DecimalColumnTests {
  @Test(arguments: [
    ("1", "1"), ("-1", "-1"), ("1.50", "1.5"), (".5", "0.5"), ("-.5", "-0.5"), ("0", "0"), ("-0", "0"),
    ("007.10", "7.1"),
    ("1e5", "100000"), ("1E5", "100000"), ("1e+5", "100000"), ("12E-2", "0.12"), (".5e1", "5"),
    ("1.5E-3", "0.0015"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
  ])
  func `a decimal number has all its digits`(text: String, value: String) throws {
    let decimal = try #require(Decimal(string: value, locale: Locale(identifier: "en_US_POSIX")))
    #expect(Decimal(storedValue: .text(text)) == decimal)
    #expect(Decimal(arrayElement: .string(text)) == decimal)
  }

  @Test(arguments: [
    "", "-", "+1", "1.", "-1.", ".", "e5", "1e", "1e+", "1e-", "1.5.2", "1e5e5", " 1", "1 ", "1,5", "1_000",
    "NaN", "inf",
    "0x10", "--1", "1-", "١", "1.e5", "one",
  ])
  func `any other text is none, even if it begins with one`(text: String) {
    #expect(Decimal(storedValue: .text(text)) == nil)
    #expect(Decimal(arrayElement: .string(text)) == nil)
  }

  @Test func `integers are decimals; bytes and nothing are none`() {
    #expect(Decimal(storedValue: .blob([0x31])) == nil)
    #expect(Decimal(storedValue: .null) == nil)
    #expect(Decimal(arrayElement: .number("1.50")) == Decimal(string: "1.5"))
    #expect(Decimal(arrayElement: .bool(true)) == nil && Decimal(arrayElement: .null) == nil)
  }

  @Test(arguments: ["0", "-12.5", "0.00001", "1000000", "12345678901234567890.123456789"])
  func `a decimal comes back from what is stored of it`(text: String) throws {
    let decimal = try #require(Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")))
    #expect(Decimal(storedValue: decimal.storedValue) == decimal)
    #expect(Decimal(arrayElement: decimal.arrayElement) == decimal)
  }
}
