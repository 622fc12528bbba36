import Testing

@testable import Rowsmith

/// Every row of the documented table of types, with what is just within it and just outside.
@Suite struct ConversionTableTests {
  typealias Change = ConversionTests.Change

  private static let uuid = "7d444840-9dc0-11d1-b245-5ffdce74fad2"

  /// A scalar becomes an enumeration, JSON or a list with one item.
  private static let scalars: [Change] = [
    Change("Int?", "Kind?", [("1", "1"), ("-7", "-7")]), Change("Bool?", "Kind?", [("true", "true")]),
    Change("URL?", "Kind?", [("\"https://a.b/c\"", "https://a.b/c")]),
    Change("Int?", "\"[Int]?\"", [("1", "[1]"), ("-9223372036854775808", "[-9223372036854775808]")]),
    Change("Bool?", "\"[Bool]?\"", [("true", "[true]"), ("false", "[false]")]),
    Change("Double?", "\"[Double]?\"", [("2.5", "[2.5]")]),
    Change("Kind?", "\"[Kind]?\"", [("\"a\"", "[\"a\"]"), ("\"z\"", "[\"z\"]")]),
    Change("UUID?", "\"[UUID]?\"", [("\"\(uuid)\"", "[\"\(uuid)\"]")]),
    Change("Int?", "\"[String]?\"", [("1", "[\"1\"]")]), Change("Double?", "JSON?", [("2.5", "2.5")]),
    Change("UUID?", "JSON?", [("\"\(uuid)\"", "\"\(uuid)\"")]),
    Change("Kind?", "JSON?", [("\"a\"", "\"a\"")]),
    Change("URL?", "JSON?", [("\"https://a.b/c\"", "\"https://a.b/c\"")]),
    Change("Data?", "JSON?", [("\"AQI=\"", "\"AQI=\"")]), Change("UUID?", "String?", [("\"\(uuid)\"", uuid)]),
  ]

  /// Numbers become each other if they are exactly the same.
  private static let numbers: [Change] = [
    Change("Int?", "Double?", [("123456789012345", "123456789012345.0"), ("-9007199254740993", nil)]),
    Change("Double?", "Int?", [("-3.0", "-3"), ("9007199254740992", "9007199254740992"), ("1e19", nil)]),
    Change(
      "Decimal?", "Int?",
      [
        ("\"-12\"", "-12"), ("\"12.0\"", "12"), ("\"9223372036854775807\"", "9223372036854775807"),
        ("\"9223372036854775808\"", nil),
      ]),
    Change("Int?", "Decimal?", [("9223372036854775807", "9223372036854775807")]),
    Change("Decimal?", "Double?", [("\"2.5\"", "2.5"), ("\"-1\"", "-1.0")]),
    Change("Double?", "Decimal?", [("2.5", "2.5"), ("-1", "-1")]),
  ]

  /// Text becomes what it is.
  private static let texts: [Change] = [
    Change("Kind?", "Int?", [("\"7\"", "7"), ("\"a\"", nil)]),
    Change("Kind?", "URL?", [("\"https://a.b\"", "https://a.b")]),
    Change("String?", "Decimal?", [("\"1.50\"", "1.50"), ("\"-7\"", "-7"), ("\"x\"", nil)]),
    Change("String?", "Double?", [("\"-0.5\"", "-0.5"), ("\"1e3\"", "1000.0"), ("\"\"", nil)]),
    Change(
      "String?", "Int?",
      [("\"-9223372036854775808\"", "-9223372036854775808"), ("\"9223372036854775808\"", nil)]),
    Change("URL?", "Int?", [("\"https://a.b\"", nil)]),
    Change("UUID?", "Kind?", [("\"\(uuid)\"", uuid)]), Change("Kind?", "UUID?", [("\"\(uuid)\"", uuid)]),
  ]

  /// Dates are numbers of seconds, or of milliseconds where their format says so, and the reverse.
  private static let dates: [Change] = [
    Change("Date?", "Int?", [("\"1970-01-01T00:00:07Z\"", "7"), ("\"1969-12-31T23:59:59Z\"", "-1")]),
    Change("Date?", "Decimal?", [("\"2000-08-22T13:28:00.5Z\"", "966950880.5")]),
    Change("{ type: Date?, DateFormat: epochMilliseconds }", "Int?", [("966950880250", "966950880250")]),
    Change(
      "Int?", "{ type: Date?, DateFormat: epochMilliseconds }", [("966950880250", "2000-08-22T13:28:00.250Z")]
    ),
    Change(
      "Double?", "Date?", [("966950880.25", "2000-08-22T13:28:00.250Z"), ("-1", "1969-12-31T23:59:59.000Z")]),
    Change(
      "Decimal?", "Date?", [("\"7\"", "1970-01-01T00:00:07.000Z"), ("\"0.25\"", "1970-01-01T00:00:00.250Z")]),
    Change(
      "Decimal?", "{ type: Date?, DateFormat: epochMilliseconds }", [("\"7\"", "1970-01-01T00:00:00.007Z")]),
    Change("\"[Decimal]?\"", "\"[Date]?\"", [("[\"7\"]", "[\"1970-01-01T00:00:07.000Z\"]")]),
    Change("Decimal?", "\"[Date]?\"", [("\"7\"", "[\"1970-01-01T00:00:07.000Z\"]")]),
  ]

  /// A list becomes a list item by item, and a scalar if it has one item at most.
  private static let lists: [Change] = [
    Change("\"[Int]?\"", "Int?", [("[3]", "3"), ("[]", "-"), ("[1,2]", nil)]),
    Change("\"[Bool]?\"", "Bool?", [("[true]", "1"), ("[false]", "0")]),
    Change("\"[Date]?\"", "Date?", [("[\"2000-08-22T13:28:00Z\"]", "2000-08-22T13:28:00.000Z")]),
    Change("\"[String]?\"", "Int?", [("[\"7\"]", "7"), ("[\"a\"]", nil), ("[\"1\",\"2\"]", nil)]),
    Change("\"[Double]?\"", "\"[Int]?\"", [("[1,2.0]", "[1,2]"), ("[1,2.5]", nil), ("[]", "[]")]),
    Change("\"[String]?\"", "\"[Kind]?\"", [("[\"a\",\"z\"]", "[\"a\",\"z\"]")]),
    Change("\"[Bool]?\"", "\"[String]?\"", [("[true,false]", "[\"true\",\"false\"]")]),
    Change("\"[Int]?\"", "JSON?", [("[1,2]", "[1,2]")]),
    Change("\"[Decimal]?\"", "JSON?", [("[\"1.50\"]", "[1.50]")]),
  ]

  private func model(_ type: String) -> String {
    "enums: { Kind: [a, b] }\nentities:\n  Thing:\n    attributes: { id: Int, value: \(type) }\n"
  }

  @Test(
    "A value of another type is the same value, or is counted as a loss and named",
    arguments: scalars + numbers + texts + dates + lists)
  func convert(_ change: Change) throws {
    let records = change.values.enumerated().map { #"{"id": \#($0), "value": \#($1.json)}"# }
    let trial = try Trial(
      model(change.from), "Thing", "[\((records + [#"{"id": 99}"#]).joined(separator: ","))]")
    let lost = change.values.count { $0.stored == nil }
    #expect(try trial.plan(model(change.to)).losses.map(\.count).reduce(0, +) == lost)
    if lost > 0 { #expect(try trial.refusal(model(change.to)).count == 1) }
    try trial.migrate(model(change.to), allowsLoss: lost > 0)
    #expect(
      try trial.rows("SELECT value FROM Thing ORDER BY id") == change.values.map { $0.stored ?? "-" } + ["-"])
  }

  @Test(
    "There and back again, values are the same",
    arguments: [
      ("Int?", "Decimal?", "7"), ("Int?", "String?", "-7"), ("Int?", "JSON?", "7"),
      ("Bool?", "String?", "true"),
      ("Bool?", "Int?", "true"), ("Double?", "String?", "0.1"), ("Decimal?", "String?", "\"1.50\""),
      ("Date?", "String?", "\"2000-08-22T13:28:00.25Z\""),
      ("Date?", "Double?", "\"2000-08-22T13:28:00.25Z\""),
      ("UUID?", "String?", "\"\(uuid)\""), ("Data?", "String?", "\"AQI=\""), ("Int?", "\"[Int]?\"", "7"),
      ("\"[Int]?\"", "\"[String]?\"", "[1,2]"),
      ("\"[Date]?\"", "\"[String]?\"", "[\"2000-08-22T13:28:00.25Z\"]"),
      ("{ type: Date?, DateFormat: epochMilliseconds }", "Int?", "966950880250"),
    ])
  func backAgain(_ from: String, _ to: String, _ json: String) throws {
    let trial = try Trial(model(from), "Thing", #"[{"id": 1, "value": \#(json)}, {"id": 2}]"#)
    let before = try trial.rows("SELECT value FROM Thing ORDER BY id")
    try trial.migrate(model(to))
    try trial.migrate(model(from))
    #expect(try trial.rows("SELECT value FROM Thing ORDER BY id") == before)
  }
}
