import RowsmithSchema
import Testing

@testable import Rowsmith

/// What each type of attribute looks like in produced JSON.
struct ValueExportTests {
  /// Imports a record with one attribute `v` and exports it.
  private func roundTrip(_ type: String, _ json: String) throws -> String {
    let model = try ModelStore(
      """
      enums: { Mood: [sad, glad] }
      entities: { Thing: { attributes: { id: Int, v: \(type) } } }
      """)
    try model.importJSON(#"{"id": 1, "v": \#(json)}"#, "Thing")
    let text = try model.export("Thing")
    #expect(text.hasPrefix(#"[{"id":1,"v":"#) && text.hasSuffix("}]"))
    return String(text.dropFirst(#"[{"id":1,"v":"#.count).dropLast(2))
  }

  @Test(arguments: [
    ("Int", "-9223372036854775808", "-9223372036854775808"), ("Int", "3.0", "3"),
    ("Double", "3", "3"), ("Double", "0.1", "0.1"), ("Double", "1e300", "1e+300"),
    ("Double", "-0.0", "0"),
    ("Decimal", "\"24.90\"", "24.90"), ("Decimal", "1e3", "1000"),
    ("Decimal", "-0.000000000000000000000000000000000001", "-0.000000000000000000000000000000000001"),
    ("Bool", "true", "true"), ("Bool", "0", "false"),
    ("String", #""a\"b\\c\/d\n\u0001\u00e9😀""#, #""a\"b\\c/d\n\u0001é😀""#), ("String", "\"\"", "\"\""),
    ("UUID", "\"6F9619FF-8B86-D011-B42D-00CF4FC964FF\"", "\"6f9619ff-8b86-d011-b42d-00cf4fc964ff\""),
    ("URL", "\"http://example.com/a?b=c\"", "\"http://example.com/a?b=c\""),
    ("Data", "\"AAH/\"", "\"AAH/\""), ("Data", "\"\"", "\"\""), ("Data", "\"AA==\"", "\"AA==\""),
    ("JSON", #"{"b": [1, 2.50, null],  "a": "x\n"}"#, #"{"b":[1,2.50,null],"a":"x\n"}"#),
    ("JSON", "\"x\"", "\"x\""),
    ("Mood", "\"glad\"", "\"glad\""), ("Mood", "\"angry\"", "\"angry\""),
    ("\"[Int]\"", "[3, 1, 2]", "[3,1,2]"), ("\"[String]\"", #"["a\"", "b"]"#, #"["a\"","b"]"#),
    ("\"[Int]\"", "[]", "[]"), ("\"[Bool]\"", "[true, false]", "[true,false]"),
    ("\"[Decimal]\"", #"["1.50", 2]"#, "[1.50,2]"),
  ])
  func `a value is spelled as JSON spells it`(type: String, json: String, expected: String) throws {
    #expect(try roundTrip(type, json) == expected)
  }

  @Test(arguments: [
    ("iso8601", "\"2000-08-22T13:28:00.250+02:00\"", "\"2000-08-22T11:28:00.250Z\""),
    ("iso8601", "\"2000-08-22T13:28:00Z\"", "\"2000-08-22T13:28:00Z\""),
    ("iso8601Basic", "\"20000822T132800Z\"", "\"20000822T132800Z\""),
    ("epochSeconds", "1333268400", "1333268400"), ("epochSeconds", "0.5", "0.5"),
    ("epochMilliseconds", "1333268400123", "1333268400123"),
    ("rfc1123", "\"Tue, 22 Aug 2000 13:28:00 GMT\"", "\"Tue, 22 Aug 2000 13:28:00 GMT\""),
    ("yyyy-MM-dd", "\"2000-08-22\"", "\"2000-08-22\""),
    ("[yyyy-MM-dd, iso8601]", "\"2000-08-22\"", "\"2000-08-22\""),
    ("[yyyy-MM-dd, iso8601]", "\"2000-08-22T13:28:00Z\"", "\"2000-08-22T13:28:00Z\""),
  ])
  func `a date is written in the first of its formats that says all of it`(
    format: String, json: String, expected: String
  ) throws {
    #expect(try roundTrip("{ type: Date, DateFormat: \(format) }", json) == expected)
    let array = "{ type: \"[Date]\", DateFormat: \(format) }"
    #expect(try roundTrip(array, "[\(json), \(json)]") == "[\(expected),\(expected)]")
  }

  @Test
  func `a date of which no format says all is noted, once for each attribute`() throws {
    let model = try ModelStore(
      """
      values: { Visit: { at: { type: Date, DateFormat: rfc1123 } } }
      entities:
        Thing:
          attributes:
            id: Int
            whole: { type: Date, DateFormat: yyyy-MM-dd }
            day: { type: Date, DateFormat: yyyy-MM-dd }
            days: { type: "[Date]", DateFormat: yyyy-MM-dd }
            visits: "[Visit]"
      """)
    let visits = #""visits": [{"at": 966950880}, {"at": 966950880.5}]"#
    try model.importJSON(
      #"""
      [{"id": 1, "whole": "2000-08-22", "day": 966950880, "days": [966902400, 966950880], \#(visits)},
      {"id": 2, "whole": 966902400, "day": 966950881, "days": [966950881], "visits": []}]
      """#, "Thing")
    let (text, report) = try model.exportAndReport("Thing")
    #expect(
      text.hasPrefix(#"[{"id":1,"whole":"2000-08-22","day":"2000-08-22","days":["2000-08-22","2000-08-22"],"#)
    )
    #expect(
      report.notes == [
        "an import changes Thing.day: none of its date formats writes all of 2000-08-22T13:28:00.000Z",
        "an import changes Thing.days: none of its date formats writes all of 2000-08-22T13:28:00.000Z",
        "an import changes Thing.visits: none of its date formats writes all of 2000-08-22T13:28:00.500Z",
      ])
  }

  @Test(arguments: ["Event", "Book", "Day"])
  func `a date in a key that is not written in full is noted, too`(_ entity: String) throws {
    let model = try ModelStore(
      """
      entities:
        Day: { PrimaryKey: at, attributes: { at: { type: Date, DateFormat: yyyy-MM-dd, ImportName: $key } } }
        Event:
          attributes: { id: Int }
          relationships: { day: { to: "Day?", MergePolicy: Merge } }
        Book:
          attributes: { id: Int }
          relationships: { days: { to: "[Day]", MergePolicy: Merge, inverse: none } }
      """)
    try model.importJSON(#"{"id": 1, "day": 966950880}"#, "Event")
    try model.importJSON(#"{"id": 1, "days": [966950880]}"#, "Book")
    try model.store.write { db in
      _ = try db.connection().run("INSERT INTO Day (at) VALUES ('2000-08-22T13:28:00.000Z')")
    }
    let (text, report) = try model.exportAndReport(entity)
    #expect(text.contains("2000-08-22") && !text.contains("13:28"))
    let note = "an import changes Day.at: none of its date formats writes all of 2000-08-22T13:28:00.000Z"
    #expect(report.notes.contains(note))
  }

  @Test
  func `a producer notes a date that is not written in full, after the rows`() throws {
    let model = try ModelStore(
      "entities: { Thing: { attributes: { id: Int, day: { type: Date, DateFormat: yyyy-MM-dd } } } }")
    let producer = try JSONProducer(schema: model.store.schema)
    let rows: [[StoredValue]] = ["00:00:00", "13:28:00"].enumerated().map { number, time in
      [.integer(Int64(number)), .text("2000-08-22T\(time).000Z")]
    }
    _ = try producer.data("Thing", ["id", "day"], [rows[0]])
    #expect(producer.notes.isEmpty)
    let note = "an import changes Thing.day: none of its date formats writes all of 2000-08-22T13:28:00.000Z"
    for _ in 0..<2 {
      _ = try producer.data("Thing", ["id", "day"], rows)
      #expect(producer.notes == [note])
    }
    let patching = try JSONProducer(schema: model.store.schema)
    let other: [StoredValue] = [.integer(0), rows[1][1]]
    _ = try patching.patch("Thing", ["id", "day"], other, changedFrom: rows[0])
    #expect(patching.notes.contains(note))
  }

  @Test
  func `a member that is read from inside another one is written there, in a list, too`() throws {
    let model = try ModelStore(
      """
      values:
        Geo: { lat: Double, lng: Double }
        Place: { accuracy: { type: Int?, ImportName: geo.accuracy }, geo: Geo?, name: String }
      entities: { Thing: { attributes: { id: Int, places: "[Place]" } } }
      """)
    let first = #"{"geo":{"lat":1.5,"lng":2.5,"accuracy":7},"name":"a"}"#
    let json = #"[{"id":1,"places":[\#(first),{"geo":{"lat":1.5,"lng":2.5},"name":"b"},{"name":"c"}]}]"#
    try model.importJSON(json, "Thing")
    #expect(try model.export("Thing") == json)
    let written = try model.export("Thing") { $0.nulls = .written }
    let others = #"{"geo":{"lat":1.5,"lng":2.5,"accuracy":null},"name":"b"},{"geo":null,"name":"c"}"#
    #expect(written == #"[{"id":1,"places":[\#(first),\#(others)]}]"#)
    for text in [json, written] {
      #expect(try model.importJSON(text, "Thing").entities["Thing"]?.unchanged == 1)
    }
  }

  @Test
  func `a null is left out, unless an import elsewhere would put a default in its place`() throws {
    let model = try ModelStore(
      "entities: { Thing: { attributes: { id: Int, a: Int?, b: { type: Int?, default: 7 } } } }")
    try model.importJSON(#"[{"id": 1, "a": null, "b": null}, {"id": 2}]"#, "Thing")
    #expect(try model.export("Thing") == #"[{"id":1,"b":null},{"id":2,"b":7}]"#)
  }

  @Test
  func `what another program wrote is written as what it is`() throws {
    let model = try ModelStore(
      "entities: { Thing: { attributes: { id: Int, n: Int?, d: Date?, j: JSON?, m: Decimal?, t: \"[Date]?\" } } }"
    )
    try model.importJSON(#"{"id": 1}"#, "Thing")
    try model.store.write { db in
      let connection = try db.connection()
      _ = try connection.run(
        "UPDATE Thing SET n = 'x', d = 'soon', j = '{broken', m = '1,5', t = 'no list'")
    }
    #expect(
      try model.export("Thing") == #"[{"id":1,"n":"x","d":"soon","j":"{broken","m":"1,5","t":"no list"}]"#)
  }

  @Test
  func `text that is not UTF-8 is repaired`() throws {
    let model = try ModelStore("entities: { Thing: { attributes: { id: Int, s: String } } }")
    try model.importJSON(#"{"id": 1, "s": ""}"#, "Thing")
    try model.store.write { db in
      let connection = try db.connection()
      _ = try connection.run("UPDATE Thing SET s = CAST(x'61FF62' AS TEXT)")
    }
    #expect(try model.export("Thing") == "[{\"id\":1,\"s\":\"a\u{FFFD}b\"}]")
  }
}
