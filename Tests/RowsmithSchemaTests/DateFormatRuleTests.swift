import RowsmithSchema
import TestSupport
import Testing

/// Rules for all formats of dates: the range, the order of a list, and the stored form.
@Suite struct DateFormatRuleTests {
  private func stored(_ text: String, _ formats: [DateFormat]) throws -> String? {
    let list = try CompiledDateFormatList(formats)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: CanonicalDate.byteCount) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      switch withBytes(text, { list.canonicalize($0, into: base) }) {
      case .alreadyCanonical: return "= " + text
      case .written: return String(decoding: buffer, as: UTF8.self)
      case .invalid: return nil
      }
    }
  }

  @Test(
    arguments: [
      (.iso8601, "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"),
      (.iso8601Basic, "00010101T000000Z", "99991231T235959.999Z"),
      (.epochSeconds, "-62135596800", "253402300799.999"),
      (.epochMilliseconds, "-62135596800000", "253402300799999"),
      (.pattern("yyyy-MM-dd HH:mm:ss.SSS"), "0001-01-01 00:00:00.000", "9999-12-31 23:59:59.999"),
      (.pattern("y"), "1", "9999"), (.pattern("yy"), "01", "99"), (.pattern("yyyyy"), "00001", "09999"),
    ] as [(DateFormat, String, String)])
  func `dates outside the years 1 to 9999 are written as the nearest inside`(
    format: DateFormat, first: String, last: String
  ) throws {
    let compiled = try CompiledDateFormat(format)
    #expect(compiled.string(milliseconds: -62_135_596_800_001) == first)
    #expect(compiled.string(milliseconds: .min) == first)
    #expect(compiled.string(milliseconds: 253_402_300_800_000) == last)
    #expect(compiled.string(milliseconds: .max) == last)
  }

  @Test(
    arguments: [
      // The same text is another day by another format: the first that matches wins.
      ("03/04/2001", [.pattern("dd/MM/yyyy"), .pattern("MM/dd/yyyy")], "2001-04-03T00:00:00.000Z"),
      ("03/04/2001", [.pattern("MM/dd/yyyy"), .pattern("dd/MM/yyyy")], "2001-03-04T00:00:00.000Z"),
      ("03/14/2001", [.pattern("dd/MM/yyyy"), .pattern("MM/dd/yyyy")], "2001-03-14T00:00:00.000Z"),
      ("5", [.epochMilliseconds, .epochSeconds], "1970-01-01T00:00:00.005Z"),
      ("5", [.epochSeconds, .epochMilliseconds], "1970-01-01T00:00:05.000Z"),
      ("20010304", [.iso8601Basic, .epochSeconds], "2001-03-04T00:00:00.000Z"),
      ("20010304", [.epochSeconds, .iso8601Basic], "1970-08-20T14:25:04.000Z"),
      ("2001-03-04T05:06:07.008Z", [.rfc1123, .iso8601], "= 2001-03-04T05:06:07.008Z"),
      ("2001-03-04T05:06:07Z", [.rfc1123, .iso8601], "2001-03-04T05:06:07.000Z"),
      ("2001-03-04T05:06:07Z", [], "2001-03-04T05:06:07.000Z"),
      ("5", [], nil), ("5", [.iso8601, .rfc1123], nil), ("", [.iso8601, .pattern("yyyy")], nil),
    ] as [(String, [DateFormat], String?)])
  func `the first format of a list that matches says what a text means`(
    text: String, formats: [DateFormat], expected: String?
  ) throws {
    #expect(try stored(text, formats) == expected)
    let list = try CompiledDateFormatList(formats)
    let plain = expected.map { $0.hasPrefix("= ") ? String($0.dropFirst(2)) : $0 }
    #expect(
      withBytes(text, list.milliseconds(parsing:)) == plain.flatMap(CompiledDateFormat.iso8601.milliseconds))
  }

  @Test(
    arguments: [
      ([], false), ([.iso8601], false), ([.iso8601Basic, .epochSeconds], false), ([.epochSeconds], true),
      ([.epochMilliseconds, .iso8601], true), ([.epochSeconds, .rfc1123], true), ([.rfc1123], false),
      ([.pattern("yyyy"), .epochMilliseconds], false),
    ] as [([DateFormat], Bool)])
  func `the first format says whether a date is written as a number`(formats: [DateFormat], isNumber: Bool)
    throws
  {
    #expect(try CompiledDateFormatList(formats).writesNumber == isNumber)
  }

  @Test(arguments: [
    ("Z", "13:00"), ("z", "13:00"), ("GMT", "13:00"), ("UT", "13:00"), ("utc", "13:00"), ("+01", "12:00"),
    ("+0100", "12:00"), ("+01:00", "12:00"), ("-01:30", "14:30"), ("GMT+1", "12:00"), ("UTC-0130", "14:30"),
  ])
  func `in the place of a zone a pattern reads any spelling of one`(zone: String, time: String) throws {
    for field in ["Z", "ZZZZ", "ZZZZZ", "X", "XX", "XXX", "x", "xxx", "z", "zzzz"] {
      let format = try CompiledDateFormat(.pattern("yyyy-MM-dd HH:mm \(field)"))
      let read = format.milliseconds(parsing: "2001-02-03 13:00 \(zone)")
      #expect(read.map(CompiledDateFormat.iso8601.string) == "2001-02-03T\(time):00Z", "\(field)")
    }
  }

  @Test(arguments: [
    ("Z", "+0000"), ("ZZ", "+0000"), ("ZZZ", "+0000"), ("ZZZZ", "GMT"), ("ZZZZZ", "Z"), ("X", "Z"),
    ("XX", "Z"),
    ("XXX", "Z"), ("XXXX", "Z"), ("XXXXX", "Z"), ("x", "+00"), ("xx", "+0000"), ("xxx", "+00:00"),
    ("xxxx", "+0000"), ("xxxxx", "+00:00"), ("z", "GMT"), ("zz", "GMT"), ("zzz", "GMT"), ("zzzz", "GMT"),
  ])
  func `UTC is written as the field of a zone says`(field: String, text: String) throws {
    #expect(try CompiledDateFormat(.pattern("yyyy \(field)")).string(milliseconds: 0) == "1970 \(text)")
  }

  @Test(arguments: [
    ("S", "9"), ("SS", "98"), ("SSS", "987"), ("SSSS", "9870"), ("SSSSSSSSS", "987000000"),
  ])
  func `a fraction is cut to the digits of the pattern, not rounded`(field: String, digits: String) throws {
    let format = try CompiledDateFormat(.pattern("yyyy HH:mm:ss.\(field)"))
    #expect(format.string(milliseconds: 59_987) == "1970 00:00:59.\(digits)")
  }

  @Test(arguments: [
    ("9", "00:00:59.900"), ("98", "00:00:59.980"), ("9874", "00:00:59.987"), ("9875", "00:00:59.988"),
    ("99949999", "00:00:59.999"), ("9995", "00:01:00.000"), ("987654321987654321", "00:00:59.988"),
  ])
  func `a fraction of any length is read to the nearest millisecond`(digits: String, time: String) throws {
    for field in ["S", "SSS", "SSSSSS"] {
      #expect(
        try stored("1970 00:00:59.\(digits)", [.pattern("yyyy HH:mm:ss.\(field)")])
          == "1970-01-01T\(time)Z")
    }
  }

  @Test(arguments: [
    ("hh a", "12 AM", 0), ("hh a", "01 AM", 1), ("hh a", "11 am", 11), ("hh a", "12 PM", 12),
    ("hh a", "11 pm", 23), ("KK a", "00 AM", 0), ("KK a", "11 AM", 11), ("KK a", "00 PM", 12),
    ("KK a", "11 PM", 23), ("kk", "24", 0), ("kk", "1", 1), ("kk", "23", 23), ("HH", "0", 0),
    ("HH", "23", 23),
  ])
  func `each field of the hour counts from its own zero`(field: String, text: String, hour: Int) throws {
    let format = try CompiledDateFormat(.pattern("yyyy \(field)"))
    #expect(format.milliseconds(parsing: "1970 \(text)") == Int64(hour) * 3_600_000)
  }

  @Test(arguments: [
    ("hh a", "00 AM"), ("hh a", "13 AM"), ("KK a", "12 PM"), ("kk", "0"), ("kk", "25"), ("HH", "25"),
    ("hh a", "11"), ("hh a", "11 XM"), ("HH", "-1"),
  ])
  func `an hour that a field does not have is refused`(field: String, text: String) throws {
    #expect(try CompiledDateFormat(.pattern("yyyy \(field)")).milliseconds(parsing: "1970 \(text)") == nil)
  }

  @Test(
    arguments: [
      ("yyyy-DDD", "2000-060", "2000-02-29"), ("yyyy-DDD", "2001-060", "2001-03-01"),
      ("yyyy-DDD", "2001-365", "2001-12-31"), ("yyyyDDD", "2000366", "2000-12-31"),
      ("yyyy D", "2000 1", "2000-01-01"), ("E yyyy-DDD", "Tue 2000-060", "2000-02-29"),
      ("E yyyy-DDD", "Wed 2000-060", nil), ("yyyy-DDD", "1900-366", nil), ("yyyy-DDD", "2000-367", nil),
      ("yyyy D", "2000 0", nil), ("yyyyDDD", "200060", nil),
    ] as [(String, String, String?)])
  func `the day of the year knows the leap years`(pattern: String, text: String, day: String?) throws {
    #expect(try stored(text, [.pattern(pattern)]) == day.map { "\($0)T00:00:00.000Z" })
  }
}
