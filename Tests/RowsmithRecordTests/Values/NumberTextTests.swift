import TestSupport
import Testing

@testable import Rowsmith

@Suite struct NumberTextTests {
  @Test(
    arguments: [
      ("0", .value(0)), ("-0", .value(0)), ("7", .value(7)), ("-12", .value(-12)), ("3.0", .value(3)),
      ("1e3", .value(1000)),
      ("1E+3", .value(1000)), ("1500e-2", .value(15)), ("0.00e5", .value(0)), ("1.5e1", .value(15)),
      ("999999999999999999", .value(999_999_999_999_999_999)), ("9223372036854775807", .value(.max)),
      ("-9223372036854775808", .value(.min)), ("9223372036854775807.000", .value(.max)),
      ("9223372036854775808", .outOfRange), ("-9223372036854775809", .outOfRange),
      ("99999999999999999999", .outOfRange),
      ("1e19", .outOfRange), ("1e999999999999999", .outOfRange), ("3.5", .notIntegral),
      ("1e-1", .notIntegral),
      ("0.0000000000000000000000001", .notIntegral), ("", .malformed), ("-", .malformed), ("+1", .malformed),
      ("01", .malformed), ("-01", .malformed), ("1.", .malformed), (".1", .malformed), ("1e", .malformed),
      ("1e+", .malformed),
      ("0x1", .malformed), ("1 ", .malformed), (" 1", .malformed), ("1_0", .malformed), ("--1", .malformed),
      ("1a", .malformed),
    ] as [(String, NumberText.Integer)])
  func `integers are read exactly or refused with the reason`(text: String, expected: NumberText.Integer) {
    #expect(withBytes(text, NumberText.integer) == expected)
    #expect(withBytes(text, NumberText.isNumber) == (expected != .malformed))
    #expect(
      (withBytes(text, NumberText.double) == nil) == (expected == .malformed || text == "1e999999999999999"))
  }

  @Test(arguments: [
    "0", "-0", "-0.0", "0.1", "1e22", "1e23", "9007199254740993", "9007199254740992.5",
    "9007199254740993.0000000000000001",
    "2.2250738585072014e-308", "2.2250738585072011e-308", "4.9e-324", "2.4703282292062327e-324",
    "2.4703282292062328e-324", "1e-400", "1.7976931348623157e308", "8.98846567431158e307",
    "0.000000000000000000000001",
    "123456789012345678901234567890", "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "179769313486231570000000000000000000000000000000000000e255", "0e400", "7.2057594037927933e16",
    "6.631236846766476e-316",
    "3.2378839133029012895883524125015321748630094234e-319", "1e-22", "12345678901234567e-22",
    "100000000000000000000000e-20",
  ])
  func `hard doubles are the standard library's`(text: String) throws {
    let expected = try #require(Double(text))
    #expect(withBytes(text, NumberText.double)?.bitPattern == expected.bitPattern)
  }

  @Test(arguments: [
    "1e309", "1.7976931348623159e308", "-1e400", "1e99999999999999999999",
    "17976931348623159" + String(repeating: "0", count: 292),
  ])
  func `a double that would be infinite is refused`(text: String) {
    #expect(withBytes(text, NumberText.double) == nil)
  }

  @Test func `random doubles come back bit for bit`() {
    var generator = SeededGenerator()
    for _ in 0..<100_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(withBytes("\(value)", NumberText.double)?.bitPattern == value.bitPattern, "\(value)")
    }
  }

  @Test func `random numbers of any length are the standard library's doubles`() {
    var generator = SeededGenerator()
    for _ in 0..<50_000 {
      var text = Bool.random(using: &generator) ? "-" : ""
      text += String(Int.random(in: 1...9, using: &generator))
      for _ in 0..<Int.random(in: 0...22, using: &generator) {
        text += String(Int.random(in: 0...9, using: &generator))
      }
      if Bool.random(using: &generator) {
        text += "."
        for _ in 0...Int.random(in: 0...22, using: &generator) {
          text += String(Int.random(in: 0...9, using: &generator))
        }
      }
      if Bool.random(using: &generator) { text += "e\(Int.random(in: -345...310, using: &generator))" }
      let expected = Double(text).flatMap { $0.isFinite ? $0 : nil }
      #expect(withBytes(text, NumberText.double)?.bitPattern == expected?.bitPattern, "\(text)")
    }
  }

  @Test func `random integers come back`() {
    var generator = SeededGenerator()
    for _ in 0..<50_000 {
      let value = Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator)
      #expect(withBytes("\(value)", NumberText.integer) == .value(value))
      #expect(withBytes("\(value).00", NumberText.integer) == .value(value))
    }
  }
}
