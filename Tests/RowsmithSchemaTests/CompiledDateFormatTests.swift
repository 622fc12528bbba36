import RowsmithSchema
import TestSupport
import Testing

@Suite struct CompiledDateFormatTests {
  private static let instant: Int64 = 966_950_880_000

  @Test(
    arguments: [
      ("2000-08-22T13:28:00Z", 0), ("2000-08-22T13:28:00.000Z", 0), ("2000-08-22T13:28Z", 0),
      ("2000-08-22T13:28:00", 0), ("2000-08-22T13:28", 0), ("2000-08-22 13:28:00Z", 0),
      ("2000-08-22t13:28:00z", 0), ("2000-08-22T15:28:00+02:00", 0), ("2000-08-22T15:28:00+0200", 0),
      ("2000-08-22T15:28:00+02", 0), ("2000-08-22T06:28:00.000-07:00", 0), ("2000-08-22T13:28:00-00:00", 0),
      ("2000-08-22T18:58:00+05:30", 0), ("2000-08-23T00:28:00.00+11", 0),
      ("2000-08-22T13:28:00.1Z", 100), ("2000-08-22T13:28:00,12Z", 120), ("2000-08-22T13:28:00.123Z", 123),
      ("2000-08-22T13:28:00.1234Z", 123), ("2000-08-22T13:28:00.1235Z", 124),
      ("2000-08-22T13:28:00.9996Z", 1000), ("2000-08-22T13:28:00.123456789+00:00", 123),
      ("2000-08-22T13:27:60Z", 0), ("2000-08-22T13:27:60.5Z", 500), ("2000-08-22T24:00:00Z", 37_920_000),
      ("2000-08-22", -48_480_000), ("2000-08-22T24:00", 37_920_000),
    ] as [(String, Int64)])
  func `ISO 8601 is read`(text: String, after: Int64) {
    #expect(CompiledDateFormat.iso8601.milliseconds(parsing: text) == Self.instant + after)
  }

  @Test(arguments: [
    "", "2", "2000", "2000-08", "2000-8-22", "2000-02-30", "2001-02-29", "2000-13-01", "2000-00-10",
    "2000-08-22T", "2000-08-22T13", "2000-08-22T13:28:", "2000-08-22T13:28:0", "2000-08-22T13:28:00.",
    "2000-08-22T13:28:00.Z", "2000-08-22T25:00:00Z", "2000-08-22T24:00:01Z", "2000-08-22T24:00:00.001Z",
    "2000-08-22T13:60:00Z", "2000-08-22T13:28:61Z", "2000-08-22T13:28:6:Z", "2000-08-22T13:28:00+",
    "2000-08-22T13:28:00+2", "2000-08-22T13:28:00+02:", "2000-08-22T13:28:00+02:6",
    "2000-08-22T13:28:00+02:60", "2000-08-22T13:28:00+24:00", "2000-08-22T13:28:00ZZ",
    "2000-08-22T13:28:00Z ", " 2000-08-22T13:28:00Z", "2000-08-22  13:28:00Z", "2000-08-22_13:28:00Z",
    "20000822T132800Z", "2000-08-22T13:2800Z", "0000-01-01T00:00:00Z", "+2000-08-22", "966950880",
    "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+01:00", "9999-12-31T24:00:00Z",
    "9999-12-31T23:59:59.9999999-01:00", "9999-12-31T23:59:60Z", "2000-08-22T13:28:00 Z",
    "2000-08-22T13:28:00\u{2212}07:00", "2000-08-22T13:28x00Z", "2000-08-22T13:28:70Z",
  ])
  func `what is not ISO 8601 is refused`(text: String) {
    #expect(CompiledDateFormat.iso8601.milliseconds(parsing: text) == nil)
  }

  @Test(
    arguments: [
      (.iso8601, "9999-12-31T23:59:59.9999999"), (.iso8601, "9999-12-31T23:59:59.9999999Z"),
      (.iso8601, "9999-12-31T23:59:59.9996+00:00"), (.iso8601Basic, "99991231T235959.9999999Z"),
      (.pattern("yyyy-MM-dd HH:mm:ss.SSSSSSS"), "9999-12-31 23:59:59.9999999"),
    ] as [(DateFormat, String)])
  func `a fraction is not rounded into the year 10000`(format: DateFormat, text: String) throws {
    let last = CanonicalDate.supported.upperBound
    #expect(try CompiledDateFormat(format).milliseconds(parsing: text) == last)
  }

  @Test(
    arguments: [
      (.iso8601Basic, "20000822T132800Z", 0), (.iso8601Basic, "20000822T1328", 0),
      (.iso8601Basic, "20000822T152800.25+0200", 250), (.iso8601Basic, "20000822", -48_480_000),
      (.iso8601Basic, "2000-08-22T13:28:00Z", nil), (.iso8601Basic, "20000822T13280", nil),
      (.iso8601Basic, "20000230", nil), (.iso8601Basic, "20000822T1328.5", nil),
      (.epochSeconds, "966950880", 0), (.epochSeconds, "966950880.0", 0), (.epochSeconds, "9.6695088e8", 0),
      (.epochSeconds, "966950880.0005", 1), (.epochSeconds, "966950880.00049999", 0),
      (.epochSeconds, "2000-08-22", nil), (.epochSeconds, "+966950880", nil),
      (.epochSeconds, " 966950880", nil),
      (.epochMilliseconds, "966950880000", 0), (.epochMilliseconds, "966950880000.5", 1),
      (.epochMilliseconds, "966950880000.4999999999999999999999", 0),
      (.rfc1123, "Tue, 22 Aug 2000 13:28:00 GMT", 0), (.rfc1123, "22 Aug 2000 15:28 +0200", 0),
      (.rfc1123, "tue, 22 aug 2000 13:28:00 utc", 0), (.rfc1123, "Tue, 22 Aug 00 13:28:00 UT", 0),
      (.rfc1123, "Tue, 22 Aug 2000 13:28:00 Z", 0), (.rfc1123, "Wed, 22 Aug 2000 13:28:00 GMT", nil),
      (.rfc1123, "Tue, 22 Aug 2000 13:28:00 EST", nil), (.rfc1123, "Tue, 22 Aug 2000 13:28:00", nil),
      (.rfc1123, "Tue 22 Aug 2000 13:28:00 GMT", nil), (.rfc1123, "Tue, 31 Feb 2000 13:28:00 GMT", nil),
      (.rfc1123, "Tue, 22 Agu 2000 13:28:00 GMT", nil), (.rfc1123, "Tue, 22 Aug 2000 13:28:00 GMTx", nil),
    ] as [(DateFormat, String, Int64?)])
  func `the other named formats are read`(format: DateFormat, text: String, after: Int64?) throws {
    let expected = after.map { Self.instant + $0 }
    #expect(try CompiledDateFormat(format).milliseconds(parsing: text) == expected)
  }

  @Test(
    arguments: [
      (.iso8601, 0, "2000-08-22T13:28:00Z"), (.iso8601, 5, "2000-08-22T13:28:00.005Z"),
      (.iso8601Basic, 0, "20000822T132800Z"), (.iso8601Basic, 120, "20000822T132800.120Z"),
      (.epochSeconds, 0, "966950880"), (.epochSeconds, 500, "966950880.5"),
      (.epochSeconds, 50, "966950880.05"),
      (.epochSeconds, 5, "966950880.005"), (.epochSeconds, -966_950_880_050, "-0.05"),
      (.epochMilliseconds, 5, "966950880005"), (.rfc1123, 0, "Tue, 22 Aug 2000 13:28:00 GMT"),
    ] as [(DateFormat, Int64, String)])
  func `the named formats are written`(format: DateFormat, after: Int64, text: String) throws {
    let compiled = try CompiledDateFormat(format)
    #expect(compiled.string(milliseconds: Self.instant + after) == text)
    #expect(compiled.milliseconds(parsing: text) == Self.instant + after)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("-0.0", 0), ("1e3", 1_000_000), ("15e-1", 1500), ("0.0004", 0), ("0.0005", 1),
      ("-0.0005", 0), ("-0.00050001", -1), ("-1.5", -1500), ("1e-400", 0), ("0e999999999999", 0),
      ("253402300799.999", 253_402_300_799_999), ("253402300799.9996", nil), ("253402300800", nil),
      ("-62135596800", -62_135_596_800_000), ("-62135596800.001", nil), ("1e999999999999999999", nil),
      ("0.000000000000966950880e21", 966_950_880_000), ("96695088000000000000000000000e-20", 966_950_880_000),
      ("", nil), ("-", nil), ("01", nil), ("1.", nil), (".5", nil), ("1e", nil), ("NaN", nil), ("1 ", nil),
    ] as [(String, Int64?)])
  func `a number is epoch seconds, exactly, to the nearest millisecond`(text: String, expected: Int64?) throws
  {
    for format in [DateFormat.iso8601, .rfc1123, .epochSeconds, .pattern("yyyy")] {
      let compiled = try CompiledDateFormat(format)
      #expect(withBytes(text, compiled.milliseconds(parsingNumber:)) == expected)
    }
  }

  @Test func `a list is tried in order, and numbers are seconds unless only milliseconds are named`() throws {
    let list = try CompiledDateFormatList([.pattern("M/d/yyyy"), .iso8601])
    #expect(withBytes("8/22/2000", list.milliseconds(parsing:)) == Self.instant - 48_480_000)
    #expect(withBytes("2000-08-22", list.milliseconds(parsing:)) == Self.instant - 48_480_000)
    #expect(withBytes("22.8.2000", list.milliseconds(parsing:)) == nil)
    #expect(list.string(milliseconds: Self.instant) == "8/22/2000")
    for (formats, expected) in [
      ([.iso8601], 5000), ([.iso8601, .epochMilliseconds], 5), ([.epochMilliseconds, .epochSeconds], 5000),
      ([], 5000),
    ] as [([DateFormat], Int64)] {
      let compiled = try CompiledDateFormatList(formats)
      #expect(withBytes("5", compiled.milliseconds(parsingNumber:)) == expected)
    }
    #expect(try CompiledDateFormatList([.epochMilliseconds]).writesNumber)
    #expect(try !CompiledDateFormatList([.iso8601, .epochMilliseconds]).writesNumber)
  }

  @Test func `the way into the stored form is the same as reading and writing`() throws {
    var generator = SeededGenerator()
    var texts = [
      "2000-08-22T13:28:00Z", "2000-08-22T13:28:00.123Z", "2000-08-22t13:28:00Z", "2000-08-22 13:28:00Z",
      "2000-08-22T13:28:00z", "2000-08-22T13:28:00,123Z", "2000-08-22T24:00:00Z", "2000-08-22T24:00:00.000Z",
      "2000-08-22T13:59:60Z", "2000-08-22T13:59:60.000Z", "2000-08-22T13:28:00+0200", "2000-08-22",
      "2000-08-22T13:28:00.1234", "2000-08-22T13:28+02:00", "2000-02-30T13:28:00Z", "20000822T132800Z", "x",
    ]
    for _ in 0..<2000 { texts.append(CompiledDateFormat.iso8601.string(milliseconds: generator.date())) }
    let list = try CompiledDateFormatList([.iso8601, .iso8601Basic])
    for text in texts {
      var expected = [UInt8](repeating: 0, count: CanonicalDate.byteCount)
      var found = expected
      let milliseconds = withBytes(text, list.milliseconds(parsing:))
      if let milliseconds { CanonicalDate.write(milliseconds: milliseconds, into: &expected) }
      let outcome = found.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { base in withBytes(text) { list.canonicalize($0, into: base) } }
      }
      #expect((outcome == .invalid) == (milliseconds == nil), "\(text)")
      #expect((outcome == .alreadyCanonical) == (Array(text.utf8) == expected), "\(text)")
      if outcome == .written { #expect(found == expected, "\(text)") }
    }
  }

  @Test func `random dates come back in every format that keeps milliseconds`() throws {
    var generator = SeededGenerator()
    let formats: [DateFormat] = [
      .iso8601, .iso8601Basic, .epochSeconds, .epochMilliseconds, .pattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX"),
      .pattern("yyyyDDDHHmmssSSS"), .pattern("EEEE, d MMMM y, h:mm:ss.SSS a zzzz"),
    ]
    for format in formats {
      let compiled = try CompiledDateFormat(format)
      for _ in 0..<2000 {
        let milliseconds = generator.date()
        let text = compiled.string(milliseconds: milliseconds)
        #expect(compiled.milliseconds(parsing: text) == milliseconds, "\(text)")
      }
    }
  }
}
