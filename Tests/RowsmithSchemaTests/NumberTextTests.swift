import RowsmithSchema
import TestSupport
import Testing

/// The texts of numbers and strings, as JSON has them.
@Suite struct NumberTextTests {
  private struct Parts: Equatable {
    var isNegative: Bool
    var digits: String
    var pointIndex: Int
  }

  private func parts(_ text: String, _ grammar: NumberScan.Grammar) -> Parts? {
    withBytes(text) { bytes in
      NumberScan(bytes, grammar).map { number in
        let digits = number.significant.map { String(number.digit($0)) }.joined()
        return Parts(
          isNegative: number.isNegative, digits: digits,
          pointIndex: number.pointIndex - number.significant.lowerBound)
      }
    }
  }

  @Test(arguments: [
    ("12", false, "12", 2), ("-12.50", true, "125", 2), ("0.0012", false, "12", -2), ("1200", false, "12", 4),
    ("1.2e3", false, "12", 4), ("1.2E-3", false, "12", -2), ("120e+1", false, "12", 4),
    ("-0.5", true, "5", 0),
    ("10.01", false, "1001", 2),
  ])
  func `a number is its digits and the place of the point`(
    text: String, isNegative: Bool, digits: String, point: Int
  ) {
    let expected = Parts(isNegative: isNegative, digits: digits, pointIndex: point)
    #expect(parts(text, .json) == expected)
    #expect(parts(text, .decimal) == expected)
  }

  @Test(arguments: ["+1", "007", ".5", "5.", "+.5", "-.5", "00", "-01", "5.e1", ".5e1"])
  func `some spellings are numbers only in strings`(text: String) {
    #expect(parts(text, .json) == nil)
    #expect(parts(text, .decimal) != nil)
  }

  @Test(arguments: [
    "", "-", "+", ".", "-.", "e1", ".e1", "1e", "1e+", "1e1.5", "1.2.3", "1 ", " 1", "1_0", "0x1", "--1",
    "+-1",
    "1,5", "Infinity", "nan",
  ])
  func `other spellings are no numbers at all`(text: String) {
    #expect(parts(text, .json) == nil)
    #expect(parts(text, .decimal) == nil)
  }

  @Test(arguments: ["0", "-0", "0.000", "0e5"])
  func `zero has no significant digit, whatever its spelling`(text: String) {
    #expect(parts(text, .json)?.digits == "")
  }

  @Test(arguments: [
    ("1e1000000000", 1_000_000_000), ("1e1000000001", 1_000_000_000),
    ("1e99999999999999999999", 1_000_000_000),
    ("1e-1000000001", -1_000_000_000), ("1e-99999999999999999999", -1_000_000_000),
    ("1e999999999", 999_999_999), ("1e0000000000000001", 1),
  ])
  func `an exponent is clamped to a thousand millions`(text: String, exponent: Int) {
    #expect(withBytes(text) { NumberScan($0, .json)?.exponent } == exponent)
  }

  @Test func `digits before the first and after the last are zero`() {
    withBytes("-1.5") { bytes in
      let number = NumberScan(bytes, .json)
      #expect([-1, 0, 1, 2, 100].map { number?.digit($0) } == [0, 1, 5, 0, 0])
    }
  }

  @Test(arguments: [
    ("", #""""#), ("plain", #""plain""#), (#"say "hi""#, #""say \"hi\"""#), (#"a\b"#, #""a\\b""#),
    ("a/b", #""a/b""#),
    ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#), ("\u{0}\u{1}\u{B}\u{1F}", #""\u0000\u0001\u000b\u001f""#),
    ("\u{7F}\u{80}\u{2028}", "\"\u{7F}\u{80}\u{2028}\""), ("é👩‍🚀", "\"é👩‍🚀\""),
    ("\"\u{301}", "\"\\\"\u{301}\""), ("a\r\nb", #""a\r\nb""#),
  ])
  func `a string has the fewest escapes that RFC 8259 allows`(text: String, json: String) {
    #expect(Array(JSONString.quoted(text).utf8) == Array(json.utf8))
    var output: [UInt8] = [UInt8(ascii: "[")]
    withBytes(text) { JSONString.append($0, to: &output) }
    JSONString.append(text, to: &output)
    #expect(output == Array("[\(json)\(json)".utf8))
  }

  @Test(arguments: [(0, 0), (1, 4), (2, 4), (3, 4), (4, 8), (30, 40), (31, 44)])
  func `base64 has four characters for each three bytes, the last ones filled up`(bytes: Int, characters: Int)
  {
    #expect(Base64.encodedCount(bytes) == characters)
    let padding = (3 - bytes % 3) % 3
    let encoded = String(repeating: "A", count: characters - padding) + String(repeating: "=", count: padding)
    #expect(withBytes(encoded, Base64.decodedCount) == bytes)
  }

  @Test func `decoding needs the whole room`() {
    withBytes("Zm9v") { text in
      for capacity in 0...4 {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
          #expect(Base64.decode(text, into: buffer) == (capacity < 3 ? nil : 3))
        }
      }
    }
  }
}
