import RowsmithSchema
import TestSupport
import Testing

/// Dates of HTTP and mail: what of them may be missing, and what may not.
@Suite struct RFC1123DateTests {
  private func iso(_ text: String) throws -> String? {
    let read = try CompiledDateFormat(.rfc1123).milliseconds(parsing: text)
    return read.map(CompiledDateFormat.iso8601.string)
  }

  @Test(arguments: [
    ("00", "2000"), ("49", "2049"), ("50", "1950"), ("99", "1999"), ("000", "1900"), ("100", "2000"),
    ("149", "2049"), ("999", "2899"), ("0001", "0001"), ("0099", "0099"), ("9999", "9999"),
  ])
  func `years of two and three digits are those of RFC 2822`(digits: String, year: String) throws {
    #expect(try iso("1 Mar \(digits) 00:00:00 GMT") == "\(year)-03-01T00:00:00Z")
  }

  @Test(arguments: [
    ("GMT", "13:28"), ("UTC", "13:28"), ("UT", "13:28"), ("Z", "13:28"), ("z", "13:28"), ("gmt", "13:28"),
    ("+0000", "13:28"), ("-0000", "13:28"), ("+0130", "11:58"), ("-0130", "14:58"), ("+01:30", "11:58"),
    ("+01", "12:28"), ("GMT+1", "12:28"), ("UTC-2", "15:28"), ("UT+0530", "07:58"),
  ])
  func `the zone is a name of UTC or an offset`(zone: String, time: String) throws {
    #expect(try iso("Tue, 22 Aug 2000 13:28:00 \(zone)") == "2000-08-22T\(time):00Z")
  }

  @Test(arguments: [
    "EST", "PDT", "CET", "A", "GMT ", "GMT+", "+1", "+24:00", "+0060", "", "ZZ", "Zulu", "UTCx", "(GMT)",
  ])
  func `other names of zones, which mean several each, are refused`(zone: String) throws {
    #expect(try iso("Tue, 22 Aug 2000 13:28:00 \(zone)") == nil)
  }

  @Test(
    arguments: [
      ("Tue, 22 Aug 2000 13:28 GMT", "2000-08-22T13:28:00Z"),
      ("22 Aug 2000 13:28 GMT", "2000-08-22T13:28:00Z"),
      ("Tuesday, 22 August 2000 13:28:00 GMT", "2000-08-22T13:28:00Z"),
      ("Tue,22 Aug 2000 13:28:00 GMT", "2000-08-22T13:28:00Z"),
      ("Tue,  22  Aug  2000  13:28:00  GMT", "2000-08-22T13:28:00Z"),
      ("Tue, 1 Aug 2000 13:28:00 GMT", "2000-08-01T13:28:00Z"),
      ("Tue, 01 Aug 2000 13:28:00 GMT", "2000-08-01T13:28:00Z"),
      ("Tue, 29 Feb 2000 23:59:60 GMT", "2000-03-01T00:00:00Z"),
      ("Tue, 22 Aug 2000 24:00:00 GMT", "2000-08-23T00:00:00Z"),
      // The weekday is that of the day as written, not that in UTC.
      ("Tue, 22 Aug 2000 00:30:00 +0100", "2000-08-21T23:30:00Z"),
    ] as [(String, String)])
  func `the weekday and the seconds may be missing, and spaces may be several`(text: String, date: String)
    throws
  {
    #expect(try iso(text) == date)
  }

  @Test(arguments: [
    "Mon, 22 Aug 2000 00:30:00 +0100", "Tue 22 Aug 2000 13:28:00 GMT", "Tu, 22 Aug 2000 13:28:00 GMT",
    "Tues, 22 Aug 2000 13:28:00 GMT", "Tue, 022 Aug 2000 13:28:00 GMT", "Tue, 22Aug 2000 13:28:00 GMT",
    "Tue, 22-Aug-2000 13:28:00 GMT", "Tue, 22 08 2000 13:28:00 GMT", "Tue, 22 Aug 2000 1:28:00 GMT",
    "Tue, 22 Aug 2000 13:28:0 GMT", "Tue, 22 Aug 2000 13:28:00.5 GMT", "Tue, 22 Aug 2000 13:28:00GMT",
    "Tue, 22 Aug 2000 13:28: GMT", "Tue, 22 Aug 2 13:28:00 GMT", "Tue, 22 Aug 02000 13:28:00 GMT",
    "Tue, 29 Feb 2001 13:28:00 GMT", "29 Feb 1900 00:00:00 GMT", "0 Aug 2000 00:00:00 GMT",
    "1 Jan 0000 00:00:00 GMT", "31 Dec 9999 23:59:60 GMT", "1 Jan 0001 00:00:00 +0001",
    " 1 Jan 2000 00:00 GMT",
    "Tue, 22 Aug 2000 13:60 GMT", "Tue, 22 Aug 2000 24:00:01 GMT", "Tue, 22 Aug 2000", "",
  ])
  func `anything else is refused`(text: String) throws { #expect(try iso(text) == nil) }

  @Test(arguments: [
    ("January", 1), ("february", 2), ("MARCH", 3), ("Apr", 4), ("may", 5), ("june", 6), ("Jul", 7),
    ("august", 8), ("SEP", 9), ("October", 10), ("nov", 11), ("December", 12),
  ])
  func `months are English, whole or of three letters, in any case`(name: String, month: Int) throws {
    let number = month < 10 ? "0\(month)" : "\(month)"
    #expect(try iso("5 \(name) 2001 06:07 GMT") == "2001-\(number)-05T06:07:00Z")
  }

  @Test(arguments: ["Ja", "Janu", "Sept", "Mai", "Augusts", "12"])
  func `other spellings of a month are refused`(name: String) throws {
    #expect(try iso("5 \(name) 2001 06:07 GMT") == nil)
  }

  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
      (951_782_399_999, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (.min, "Mon, 01 Jan 0001 00:00:00 GMT"), (.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ] as [(Int64, String)])
  func `a date is written whole, without its milliseconds`(milliseconds: Int64, text: String) throws {
    let format = try CompiledDateFormat(.rfc1123)
    #expect(format.string(milliseconds: milliseconds) == text)
    #expect(!format.writesNumber)
  }
}
