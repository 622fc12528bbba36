import RowsmithInference
import Testing

/// Texts and numbers that are dates.
@Suite struct DateTests {
  @Test(arguments: [
    ("yyyy-MM-dd HH:mm:ss Z", "2020-11-25 03:04:05 +0000"),
    ("yyyy-MM-dd HH:mm:ss.SSS", "2020-11-25 03:04:05.678"), ("yyyy-MM-dd HH:mm", "2020-11-25 03:04"),
    ("yyyy/MM/dd", "2020/11/25"), ("yyyy/MM/dd HH:mm:ss", "2020/11/25 03:04:05"),
    ("yyyy/MM/dd HH:mm", "2020/11/25 03:04"), ("yyyy.MM.dd", "2020.11.25"),
    ("yyyyMMdd'T'HHmmss", "20201125T030405"),
    ("EEE, dd MMM yyyy HH:mm:ss Z", "Wed, 25 Nov 2020 03:04:05 +0000"),
    ("dd MMM yyyy HH:mm:ss Z", "25 Nov 2020 03:04:05 +0000"), ("MMM d, yyyy", "Nov 5, 2020"),
    ("MMMM d, yyyy", "November 5, 2020"), ("MMMM d yyyy", "November 5 2020"), ("d MMM yyyy", "5 Nov 2020"),
    ("d MMMM yyyy", "5 November 2020"), ("dd-MMM-yyyy", "05-Nov-2020"),
    ("EEE, dd MMM yyyy", "Wed, 25 Nov 2020"), ("dd.MM.yyyy", "25.11.2020"),
    ("dd.MM.yyyy HH:mm", "25.11.2020 03:04"), ("dd.MM.yyyy HH:mm:ss", "25.11.2020 03:04:05"),
    ("dd/MM/yyyy HH:mm", "25/11/2020 03:04"), ("MM/dd/yyyy HH:mm", "11/25/2020 03:04"),
    ("dd/MM/yyyy HH:mm:ss", "25/11/2020 03:04:05"), ("MM/dd/yyyy HH:mm:ss", "11/25/2020 03:04:05"),
    ("dd-MM-yyyy", "25-11-2020"), ("MM-dd-yyyy", "11-25-2020"),
  ])
  func `a text in a format of dates is one, in the format that writes it as it was`(
    format: String, text: String
  ) throws {
    let line = try ModelDraft.type(of: ["\"\(text)\""])
    #expect(
      [format, "\"\(format)\""].map { "{ type: Date, DateFormat: \($0) }" }.contains(line), "\(line)")
  }

  private static let vague = "String  # a date, but which of the numbers is the month is not known"

  @Test(
    arguments: [
      // The twelfth is the last day that may be a month.
      (["12/12/2020"], vague), (["13/12/2020"], "{ type: Date, DateFormat: dd/MM/yyyy }"),
      (["12/13/2020"], "{ type: Date, DateFormat: MM/dd/yyyy }"),
      // One value tells for all of them.
      (["03/04/2020", "05/06/2020", "25/12/2020"], "{ type: Date, DateFormat: dd/MM/yyyy }"),
      (["03/04/2020", "05/06/2020", "12/25/2020"], "{ type: Date, DateFormat: MM/dd/yyyy }"),
      // Two that contradict each other are no dates.
      (["25/12/2020", "12/25/2020"], "String"), (["13/13/2020"], "String"),
      (["03-04-2020"], vague), (["03/04/2020 05:06"], vague), (["03/04/2020 05:06:07"], vague),
      // With points, the day is first.
      (["03.04.2020"], "{ type: Date, DateFormat: dd.MM.yyyy }"),
    ] as [([String], String)])
  func `which number is the month has to follow from a day above the twelfth`(texts: [String], type: String)
    throws
  {
    #expect(try ModelDraft.type(of: texts.map { "\"\($0)\"" }) == type)
  }

  @Test(arguments: [
    ["2020-01-02", "soon"], ["2020-01-02", ""], ["2020-13-01"], ["2021-02-29"],
    ["2020-01-02", "02.01.2020"], ["10:30"], ["2020"], ["January 2020"],
  ])
  func `texts of which one is no date of the format are texts`(texts: [String]) throws {
    #expect(try ModelDraft.type(of: texts.map { "\"\($0)\"" }) == "String")
  }

  @Test func `the 29th of February is a date where there is one`() throws {
    #expect(try ModelDraft.type(of: [#""2020-02-29""#]) == "{ type: Date, DateFormat: yyyy-MM-dd }")
  }

  private static let finer = "finer than milliseconds, which are all that is kept"
  private static let leap = "a leap second is kept as the next one"
  private static let noOffset = "the instant is kept, its offset from UTC is not"
  private static let local = "without an offset, taken for UTC"
  private static let day = "a day alone is kept as its midnight in UTC"

  @Test(
    arguments: [
      // Digits that are kept, zeros that say nothing, and one digit too many.
      (["2020-01-02T03:04:05.678Z"], nil), (["2020-01-02T03:04:05.678000Z"], nil),
      (["2020-01-02T03:04:05.6781Z"], finer), (["2020-01-02T03:04:05,6781Z"], finer),
      (["2020-01-02T03:04:05.6781"], "\(finer); \(local)"), (["20200102T030405.6781Z"], finer),
      // The second that is 60, and minutes that are not.
      (["2016-12-31T23:59:60Z"], leap), (["2016-12-31T23:59:60.5Z", "2016-12-31T23:59:59Z"], leap),
      (["2017-01-01T00:59:60+01:00"], "\(leap); \(noOffset)"), (["2016-12-31T23:59:59Z"], nil),
      (["Sat, 31 Dec 2016 23:59:60 GMT"], leap), (["2016-12-31T23:59:06Z"], nil),
      // UTC in each of its spellings.
      (["2020-01-02T03:04:05+00:00"], nil), (["2020-01-02T03:04:05-00:00"], nil),
      (["2020-01-02T03:04:05-05:30"], noOffset), (["2020-01-02T03:04:05.5+02:00"], noOffset),
      (["2020-01-02T03:04:05+02"], noOffset), (["2020-01-02T03:04+02:00"], noOffset),
      (["20200102T030405+0200"], noOffset), (["20200102T030405-0000"], nil),
      // What one of many says is said.
      (
        ["2020-01-02T03:04:05Z", "2020-01-02T03:04:05+02:00", "2020-01-02T03:04:05.1234Z"],
        "\(finer); \(noOffset)"
      ),
      (["2020-01-02T03:04:05Z", "2020-01-02T03:04:05.25"], local),
      (["2020-01-02T03:04:05Z", "2020-01-02T03:04"], local),
      (["20200102T030405Z", "20200103T030405"], local), (["20200103T030405"], nil),
      // A day alone gets a time, but not where all are days.
      (["2020-01-02T03:04:05Z", "2020-01-02"], day), (["2020-01-02", "2020-01-03"], nil),
      (["2020-01-02T03:04:05", "2020-01-02"], "\(local); \(day)"),
      // In other formats, too.
      (["2020-11-25 03:04:05 +0200"], noOffset), (["Wed Nov 25 13:08:45 +0200 2020"], noOffset),
      (["Wed, 25 Nov 2020 03:04:05 -0500"], noOffset), (["Wed, 25 Nov 2020 03:04:05 +0000"], nil),
      (["Wed, 25 Nov 2020 03:04:05 GMT"], nil), (["2020-01-02 03:04:05"], nil),
    ] as [([String], String?)])
  func `what an instant in milliseconds does not keep of a text is said`(texts: [String], comment: String?)
    throws
  {
    let draft = try ModelDraft.of(values: texts.map { "\"\($0)\"" })
    let member = try #require(draft.entities[0].attributes.last)
    #expect(member.type == "Date")
    #expect(member.comment == comment)
  }

  @Test(
    arguments: [
      // The first and the last second, and those beside them.
      (["946684800", "4102444800"], "created_at", "{ type: Date, DateFormat: epochSeconds }"),
      (["946684799"], "created_at", "Int"), (["4102444801"], "created_at", "Int"),
      (["946684800000"], "created_at", "{ type: Date, DateFormat: epochMilliseconds }"),
      (["946684799999"], "created_at", "Int"), (["4102444800001"], "created_at", "Int"),
      // One of another size, or unit, and they are numbers.
      (["1680893993", "0"], "created_at", "Int"), (["1680893993", "1680893993000"], "created_at", "Int"),
      (["-1680893993"], "created_at", "Int"), (["1680893993.5"], "created_at", "Double"),
      (["1680893993", "null"], "created_at", "{ type: Date?, DateFormat: epochSeconds }  # null in 1 of 2"),
      // Names that say that a number is a time, in any casing.
      (["1680893993"], "createdAt", "{ type: Date, DateFormat: epochSeconds }"),
      (["1680893993"], "expires_on", "{ type: Date, DateFormat: epochSeconds }"),
      (["1680893993"], "timestamp_of_build", "{ type: Date, DateFormat: epochSeconds }"),
      (["1680893993"], "dateAdded", "{ type: Date, DateFormat: epochSeconds }"),
      (["1680893993"], "mtime", "{ type: Date, DateFormat: epochSeconds }"),
      // Names that only hold such a word.
      (["1680893993"], "format", "Int"), (["1680893993"], "timeout", "Int"), (["1680893993"], "chat", "Int"),
      (["1680893993"], "population", "Int"),
      // In quotes they are text.
      ([#""1680893993""#], "created_at", "String"),
    ] as [([String], String, String)])
  func `whole numbers are dates from the year 2000 to the year 2100, where they are called so`(
    values: [String], name: String, type: String
  ) throws {
    #expect(try ModelDraft.type(of: values, named: name) == type)
  }

  @Test func `the format that most dates have is said once, and the others theirs`() throws {
    let draft = try ModelDraft.of(
      #"[{"id": "a", "born": "1999-01-02", "died": "2020-03-04", "made": "2020-01-02T03:04:05Z", "size": 1}]"#
    )
    #expect(draft.dateFormat == "yyyy-MM-dd")
    #expect(draft.yaml().contains("  casing: snake_case\n  DateFormat: yyyy-MM-dd\n"))
    #expect(draft.line("Thing", "born") == "born: Date")
    #expect(draft.line("Thing", "made") == "made: { type: Date, DateFormat: iso8601 }")
  }

  @Test(
    arguments: [
      // One alone; half of them; the one that is said without words.
      (#""born": "1999-01-02""#, nil),
      (
        #""born": "1999-01-02", "died": "2020-03-04", "#
          + #""made": "2020-01-02T03:04:05Z", "seen": "2020-01-02T03:04:05Z""#,
        nil
      ),
      (#""made": "2020-01-02T03:04:05Z", "seen": "2020-01-02T03:04:05Z""#, nil),
      (#""died": "2020-03-04", "at": {"born": "1999-01-02", "size": 1}"#, "yyyy-MM-dd"),
      (#""born": ["1999-01-02"], "died": "2020-03-04""#, "yyyy-MM-dd"),
    ] as [(String, String?)])
  func `a format is said once where more than half of several dates have it`(
    members: String, format: String?
  ) throws {
    #expect(try ModelDraft.of(#"[{"id": "a", \#(members)}]"#).dateFormat == format)
  }

  @Test func `a list of dates has their format`() throws {
    #expect(
      try ModelDraft.type(of: [#"["1999-01-02", "2020-03-04"]"#])
        == "{ type: [Date], DateFormat: yyyy-MM-dd }")
  }
}
