import Foundation
import RowsmithSchema
import TestSupport
import Testing

@Suite struct DecimalTextTests {
  private func canonical(_ text: String) -> Result<String, RefusalError> {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: DecimalText.maximumByteCount) { buffer in
      guard let base = buffer.baseAddress else { return .success("") }
      switch withBytes(text, { DecimalText.canonicalize($0, into: base) }) {
      case .alreadyCanonical: return .success(text)
      case .written(let count): return .success(String(decoding: buffer[..<count], as: UTF8.self))
      case .refused(let refusal): return .failure(RefusalError(refusal: refusal))
      }
    }
  }

  private struct RefusalError: Error, Equatable { var refusal: DecimalText.Refusal }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("-0.00", "0.00"), ("1.50", "1.50"), ("-1.50", "-1.50"), ("+1.5", "1.5"),
    ("007", "7"),
    ("-007.50", "-7.50"), ("00.5", "0.5"), (".5", "0.5"), ("5.", "5"), ("-.5", "-0.5"), ("1e3", "1000"),
    ("1.50e3", "1500"),
    ("1.50e1", "15.0"), ("1.5e-3", "0.0015"), ("15E-1", "1.5"), ("0e5", "0"), ("0.0e5", "0"),
    ("0e-3", "0.000"),
    ("100e-2", "1.00"), ("0.00", "0.00"),
    ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ("-12345678901234567890.123456789012345678", "-12345678901234567890.123456789012345678"),
    ("1e127", "1" + String(repeating: "0", count: 127)),
    ("1e-128", "0." + String(repeating: "0", count: 127) + "1"),
    ("000000000000000000000000000000000000000000001.10", "1.10"),
  ])
  func `numbers have one spelling, which is its own`(text: String, expected: String) {
    #expect(canonical(text) == .success(expected))
    #expect(canonical(expected) == .success(expected))
  }

  @Test(
    arguments: [
      ("", .notANumber), ("-", .notANumber), (".", .notANumber), ("1,5", .notANumber), (" 1", .notANumber),
      ("1e", .notANumber),
      ("NaN", .notANumber), ("1.5.", .notANumber), ("--1", .notANumber), ("0x1", .notANumber),
      ("١", .notANumber),
      ("123456789012345678901234567890123456789", .tooManyDigits),
      ("1.23456789012345678901234567890123456789", .tooManyDigits),
      ("1e128", .outOfRange), ("1e-129", .outOfRange), ("1e999999999999999999999", .outOfRange),
      ("1e-999999999999", .outOfRange),
    ] as [(String, DecimalText.Refusal)])
  func `what cannot be kept exactly is refused with the reason`(text: String, refusal: DecimalText.Refusal) {
    #expect(canonical(text) == .failure(RefusalError(refusal: refusal)))
  }

  @Test func `random decimals keep their value and fit into Foundation's Decimal`() throws {
    var generator = SeededGenerator()
    for _ in 0..<5000 {
      var text = Bool.random(using: &generator) ? "-" : ""
      for _ in 0...Int.random(in: 0...18, using: &generator) {
        text += String(Int.random(in: 0...9, using: &generator))
      }
      if Bool.random(using: &generator) {
        text += "."
        for _ in 0...Int.random(in: 0...17, using: &generator) {
          text += String(Int.random(in: 0...9, using: &generator))
        }
      }
      if Bool.random(using: &generator) { text += "e\(Int.random(in: -60...60, using: &generator))" }
      let plain = try canonical(text).get()
      let posix = Locale(identifier: "en_US_POSIX")
      #expect(Decimal(string: plain, locale: posix) == Decimal(string: text, locale: posix), "\(text)")
      #expect(canonical(plain) == .success(plain))
    }
  }
}
