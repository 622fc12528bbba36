import Foundation
import RowsmithSchema
import TestSupport
import Testing

@Suite struct DatePatternTests {
  @Test(arguments: [
    ("yyyy-MM-dd HH:mm:ss Z", "2011-07-10 09:51:03 -0700", "2011-07-10T16:51:03.000Z"),
    ("yyyy-MM-dd", "1991-04-08", "1991-04-08T00:00:00.000Z"), ("M/d/yyyy", "8/22/2000", "2000-08-22"),
    ("M/d/yyyy", "08/02/2000", "2000-08-02"), ("MM/dd/yyyy", "8/2/2000", "2000-08-02"),
    ("yyyy", "1991", "1991-01-01"),
    ("yyyy-MM", "1991-04", "1991-04-01"), ("yyyyMMdd", "19910408", "1991-04-08"), ("yy", "49", "2049-01-01"),
    ("yy", "50", "1950-01-01"), ("d MMM y", "8 apr 1991", "1991-04-08"),
    ("d MMM y", "8 April 1991", "1991-04-08"),
    ("MMMM d, yyyy", "MAY 8, 1991", "1991-05-08"), ("EEE, d MMM y", "Monday, 8 Apr 1991", "1991-04-08"),
    ("yyyy-DDD", "2000-366", "2000-12-31"), ("yyyy-MM-dd hh:mm a", "1991-04-08 12:05 AM", "1991-04-08T00:05"),
    ("yyyy-MM-dd hh:mm a", "1991-04-08 12:05 pm", "1991-04-08T12:05"),
    ("yyyy-MM-dd KK:mm a", "1991-04-08 00:05 PM", "1991-04-08T12:05"),
    ("yyyy-MM-dd kk:mm", "1991-04-08 24:05", "1991-04-08T00:05"),
    ("yyyy-MM-dd kk:mm", "1991-04-08 23:05", "1991-04-08T23:05"),
    ("EEE yyyy-DDD", "Sun 2000-366", "2000-12-31"), ("y-MM-dd", "9999-12-31", "9999-12-31"),
    ("''yy 'o''clock'", "'91 o'clock", "1991-01-01"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSSSSSZZZZZ", "1991-04-08T00:00:00.123456+01:00", "1991-04-07T23:00:00.123Z"),
    ("yyyy-MM-dd'T'HH:mm:ss.SSS", "1991-04-08T00:00:00.5", "1991-04-08T00:00:00.500Z"),
    ("yyyyMMddHHmmssSSS", "19910408010203045", "1991-04-08T01:02:03.045Z"),
    ("yyyy-MM-dd HH:mm z", "1991-04-08 01:00 GMT+1", "1991-04-08T00:00"),
    ("yyyy-MM-dd HH:mm ZZZZ", "1991-04-08 01:00 GMT-08:00", "1991-04-08T09:00"),
    ("yyyy-MM-dd HH:mmX", "1991-04-08 01:00+01", "1991-04-08T00:00"),
    ("dd.MM.yyyy – HH:mm", "08.04.1991 – 01:00", "1991-04-08T01:00"),
  ])
  func `patterns are read`(pattern: String, text: String, expected: String) throws {
    let format = try CompiledDateFormat(.pattern(pattern))
    let milliseconds = try #require(format.milliseconds(parsing: text))
    #expect(milliseconds == CompiledDateFormat.iso8601.milliseconds(parsing: expected))
  }

  @Test(arguments: [
    ("yyyy-MM-dd", "1991-04-31"), ("yyyy-MM-dd", "1991-04-08 "), ("yyyy-MM-dd", "91-04-08"),
    ("yyyy-MM-dd", ""),
    ("yyyyMMdd", "1991048"), ("yy", "1991"), ("yyyy-DDD", "2001-366"), ("yyyy-DDD", "2001-000"),
    ("E d MMM y", "Tue 8 Apr 1991"), ("hh:mm a yyyy", "13:00 PM 1991"), ("hh:mm a yyyy", "00:00 PM 1991"),
    ("kk yyyy", "00 1991"), ("kk yyyy", "25 1991"), ("EEE yyyy-DDD", "Mon 2000-366"),
    ("y-MM-dd", "10000-01-01"), ("y-MM-dd", "0-01-01"), ("KK a yyyy", "12 AM 1991"), ("yyyy'T'", "1991t"),
    ("d MMM y", "8 Ap 1991"),
    ("yyyy z", "1991 EST"), ("yyyy z", "1991 Z5"), ("yyyy-MM-dd", "1991-4-008"),
    ("HHmmssSSS y", "01020304 1991"),
  ])
  func `what a pattern does not say is refused`(pattern: String, text: String) throws {
    #expect(try CompiledDateFormat(.pattern(pattern)).milliseconds(parsing: text) == nil)
  }

  @Test(arguments: [
    ("", 0, "no field for the year"), ("HH:mm", 0, "add 'yyyy'"), ("MM", 0, "add 'yyyy'"),
    ("yyyy-QQ", 5, "unsupported field 'QQ'"), ("YYYY-MM-dd", 0, "write 'y' for the calendar year"),
    ("yyyy-MM-ddTHH:mm", 10, "quotes around letters that stand for themselves: 'T'"),
    ("yyyy 'at", 5, "never closed"), ("yyyy '", 5, "never closed"), ("yyyy y", 5, "'y' repeats 'yyyy'"),
    ("yyyy-MM-LL", 8, "'LL' repeats 'MM'"), ("yyyy-MM-DD", 8, "contradicts 'MM'"),
    ("yyyy-dd", 5, "add 'MM'"), ("yyyy EEE", 5, "add 'dd'"), ("yyyy hh:mm", 5, "add 'a'"),
    ("yyyy HH:mm a", 11, "write 'hh'"), ("yyyy mm", 5, "add 'HH'"), ("yyyy HH ss", 8, "add 'mm'"),
    ("yyyy HH:mm SSS", 11, "add 'ss'"), ("yyyyMd", 4, "write 'MM'"), ("yMMdd", 0, "write 'yyyy'"),
    ("yyyy MMMMM", 5, "'MMMM' is the longest form supported"), ("yyyy a", 5, "add 'hh'"),
  ])
  func `a pattern that makes no date says where and why`(pattern: String, offset: Int, reason: String) {
    do throws(DatePatternError) {
      _ = try CompiledDateFormat(.pattern(pattern))
      Issue.record("accepted \(pattern)")
    } catch {
      #expect(error.offset == offset)
      #expect(error.message.contains(reason), "\(error.message)")
    }
  }

  @Test func `the description of an error names the pattern and the place`() {
    let error = #expect(throws: DatePatternError.self) { try CompiledDateFormat(.pattern("yyyy mm")) }
    #expect(
      error?.description == "date pattern 'yyyy mm', character 6: 'mm': minutes need the hour; add 'HH'")
  }

  @Test(arguments: [
    "yyyy-MM-dd HH:mm:ss Z", "y/M/d", "yy.MM.dd", "yyyyy", "yyy", "MMM d, yyyy h:mm a", "EEEE d MMMM yyyy",
    "E, dd LLL yyyy HH:mm:ss zzz", "yyyy-DDD", "yyyy D", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "yyyyMMddHHmmssSSS",
    "yyyy kk:mm:ss.S", "yyyy KK:mm:ss.SS a", "yyyy ZZZZ", "yyyy ZZZZZ", "yyyy X", "yyyy XX", "yyyy x",
    "yyyy xx",
    "yyyy xxx", "yyyy ''h'h'mm a", "yyyy-MM-dd HH:mm:ss.SSSSSS ZZ",
  ])
  func `patterns are written as Foundation writes them`(pattern: String) throws {
    var generator = SeededGenerator()
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = pattern
    let format = try CompiledDateFormat(.pattern(pattern))
    for _ in 0..<200 {
      // Foundation's calendar is the Julian one before 1583. Eighths of a second are exact in a Double.
      let eighths = Int64.random(in: -12_212_553_600 * 8...32_503_680_000 * 8, using: &generator)
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(eighths) / 8))
      #expect(format.string(milliseconds: eighths * 125) == expected)
      if pattern.contains("dd"), !pattern.contains("yy.") {
        let read = formatter.date(from: expected).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
        #expect(format.milliseconds(parsing: expected) == read, "\(expected)")
      }
    }
  }
}
