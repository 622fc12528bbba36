import Foundation
import RowsmithSchema
import TestSupport
import Testing

@Suite struct CanonicalDateTests {
  private func written(_ milliseconds: Int64) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 24) { buffer, count in
      if let base = buffer.baseAddress { CanonicalDate.write(milliseconds: milliseconds, into: base) }
      count = 24
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func parsed(_ text: String) -> Int64? { withBytes(text, CanonicalDate.milliseconds(parsing:)) }

  @Test(
    arguments: [
      (966_950_880_000, "2000-08-22T13:28:00.000Z"), (0, "1970-01-01T00:00:00.000Z"),
      (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_001, "2000-02-29T00:00:00.001Z"),
      (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func `known dates are written and read`(milliseconds: Int64, text: String) {
    #expect(written(milliseconds) == text)
    #expect(parsed(text) == milliseconds)
  }

  @Test func `dates outside the supported years are written as the nearest inside`() {
    #expect(written(.min) == "0001-01-01T00:00:00.000Z")
    #expect(written(.max) == "9999-12-31T23:59:59.999Z")
  }

  @Test(arguments: [
    "", "2000-08-22T13:28:00Z", "2000-08-22t13:28:00.000Z", "2000-08-22T13:28:00.000z",
    "2000-02-30T00:00:00.000Z", "1900-02-29T00:00:00.000Z", "2000-13-01T00:00:00.000Z",
    "2000-00-01T00:00:00.000Z", "2000-01-00T00:00:00.000Z", "0000-01-01T00:00:00.000Z",
    "2000-01-01T24:00:00.000Z", "2000-01-01T00:60:00.000Z", "2000-01-01T00:00:60.000Z",
    "2000-01-01T00:00:00.00xZ", "2000-01-01T00:00:00,000Z", "2000-01-01 00:00:00.000Z",
    "2000-01-01T00:00:00.000Z ", "２000-01-01T00:00:00.0Z", ":000-01-01T00:00:00.000Z",
  ])
  func `other spellings are refused`(text: String) { #expect(parsed(text) == nil) }

  @Test func `every other byte in any place is refused`() {
    let text = Array("2000-10-11T11:11:11.111Z".utf8)
    let digits = Set([0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18, 20, 21, 22])
    for place in text.indices {
      for byte in UInt8.min...UInt8.max where byte != text[place] {
        if digits.contains(place), (48...57).contains(byte) { continue }
        var changed = text
        changed[place] = byte
        #expect(withBytes(changed, CanonicalDate.milliseconds(parsing:)) == nil, "\(byte) at \(place)")
      }
    }
  }

  @Test func `random dates come back, sort as text, and are Foundation's`() throws {
    var generator = SeededGenerator()
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var last: (Int64, String)?
    for _ in 0..<20_000 {
      let milliseconds = generator.date()
      let text = written(milliseconds)
      #expect(parsed(text) == milliseconds)
      if let last { #expect((last.0 < milliseconds) == (last.1 < text)) }
      last = (milliseconds, text)
    }
    // Foundation's calendars are Julian before 1583.
    for _ in 0..<3000 {
      let seconds = Int64.random(in: -12_212_553_600...253_402_300_799, using: &generator)
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second],
        from: Date(timeIntervalSince1970: TimeInterval(seconds)))
      let expected = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02d.000Z", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0,
        parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0)
      #expect(written(seconds * 1000) == expected)
    }
  }

  @Test func `every day of the calendar follows the day before`() {
    var day: Int64 = -62_135_596_800_000
    for year in 1...9999 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
        // The first and the last day of each month; those between are the same arithmetic.
        for number in [1, length] {
          let expected = [year / 100, year % 100, month + 1, number].map { $0 < 10 ? "0\($0)" : "\($0)" }
          let text = "\(expected[0])\(expected[1])-\(expected[2])-\(expected[3])T00:00:00.000Z"
          let milliseconds = day + Int64(number - 1) * 86_400_000
          if written(milliseconds) != text || parsed(text) != milliseconds { Issue.record("\(text)") }
        }
        day += Int64(length) * 86_400_000
      }
    }
    #expect(day - 1 == CanonicalDate.supported.upperBound)
  }
}
