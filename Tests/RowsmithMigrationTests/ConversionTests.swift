import Foundation
import Testing

@testable import Rowsmith

@Suite struct ConversionTests {
  /// A change of one attribute's type: what is stored before and after, or nil where it is lost.
  struct Change: CustomTestStringConvertible, Sendable {
    var from: String
    var to: String
    var values: [(json: String, stored: String?)]

    init(_ from: String, _ to: String, _ values: [(String, String?)]) {
      (self.from, self.to) = (from, to)
      self.values = values.map { (json: $0.0, stored: $0.1) }
    }

    var testDescription: String { "\(from) to \(to)" }
  }

  private static let changes: [Change] = [
    Change("Int?", "Double?", [("1", "1.0"), ("-7", "-7.0"), ("9007199254740993", nil)]),
    Change("Int?", "Decimal?", [("12", "12")]),
    Change("Int?", "String?", [("12", "12"), ("-1", "-1")]),
    Change("Int?", "Bool?", [("1", "1"), ("0", "0"), ("2", nil)]),
    Change("Int?", "Date?", [("966950880", "2000-08-22T13:28:00.000Z")]),
    Change("Int?", "JSON?", [("12", "12")]),
    Change("Int?", "URL?", [("12", nil)]),
    Change(
      "\"[Date]?\"", "\"[Int]?\"",
      [("[\"2000-08-22T13:28:00Z\"]", "[966950880]"), ("[\"2000-08-22T13:28:00.5Z\"]", nil)]),
    Change("Date?", "\"[Int]?\"", [("\"2000-08-22T13:28:00Z\"", "[966950880]")]),
    Change("\"[Date]?\"", "Double?", [("[\"2000-08-22T13:28:00.5Z\"]", "966950880.5")]),
    Change("Double?", "Int?", [("3.0", "3"), ("3.5", nil), ("1e300", nil)]),
    Change("Double?", "Decimal?", [("0.1", "0.1")]),
    Change("Double?", "String?", [("2.5", "2.5")]),
    Change("Decimal?", "Double?", [("\"0.1\"", "0.1"), ("\"0.12345678901234567890123\"", nil)]),
    Change("Decimal?", "Int?", [("\"12\"", "12"), ("\"1.5\"", nil)]),
    Change("Decimal?", "String?", [("\"1.50\"", "1.50")]),
    Change("Bool?", "Int?", [("true", "1"), ("false", "0")]),
    Change("Bool?", "String?", [("true", "true")]),
    Change("Bool?", "JSON?", [("false", "false")]),
    Change("String?", "Int?", [("\"12\"", "12"), ("\"twelve\"", nil), ("\"1.5\"", nil)]),
    Change("String?", "Double?", [("\"1.5\"", "1.5"), ("\"x\"", nil)]),
    Change("String?", "Bool?", [("\"yes\"", "1"), ("\"no\"", "0"), ("\"maybe\"", nil)]),
    Change(
      "String?", "Date?", [("\"2000-08-22T13:28:00Z\"", "2000-08-22T13:28:00.000Z"), ("\"soon\"", nil)]),
    Change(
      "String?", "UUID?",
      [("\"7D444840-9DC0-11D1-B245-5FFDCE74FAD2\"", "7d444840-9dc0-11d1-b245-5ffdce74fad2"), ("\"x\"", nil)]),
    Change("String?", "URL?", [("\"https://a.b/c\"", "https://a.b/c"), ("\"a b\"", nil)]),
    Change("String?", "Data?", [("\"AQI=\"", "x12"), ("\"?\"", nil)]),
    Change("String?", "JSON?", [("\"a\\\"b\"", #""a\"b""#)]),
    Change("String?", "Kind?", [("\"a\"", "a"), ("\"z\"", "z")]),
    Change("String?", "\"[String]?\"", [("\"a\"", "[\"a\"]")]),
    Change("String?", "\"[Int]?\"", [("\"1\"", "[1]"), ("\"a\"", nil)]),
    Change("Kind?", "String?", [("\"a\"", "a")]),
    Change("Date?", "String?", [("\"2000-08-22T13:28:00Z\"", "2000-08-22T13:28:00Z")]),
    Change("Date?", "JSON?", [("\"2000-08-22T13:28:00.25Z\"", "\"2000-08-22T13:28:00.250Z\"")]),
    Change("\"[Date]?\"", "\"[String]?\"", [("[\"2000-08-22T13:28:00Z\"]", "[\"2000-08-22T13:28:00Z\"]")]),
    Change("{ type: Date?, DateFormat: dd.MM.yyyy }", "String?", [("\"22.08.2000\"", "22.08.2000")]),
    Change("{ type: Date?, DateFormat: epochSeconds }", "JSON?", [("966950880", "966950880")]),
    Change("{ type: Date?, DateFormat: epochSeconds }", "String?", [("966950880", "966950880")]),
    Change(
      "String?", "{ type: Date?, DateFormat: epochSeconds }", [("\"966950880\"", "2000-08-22T13:28:00.000Z")]),
    Change(
      "Date?", "Int?", [("\"2000-08-22T13:28:00Z\"", "966950880"), ("\"2000-08-22T13:28:00.5Z\"", nil)]),
    Change("Date?", "Double?", [("\"2000-08-22T13:28:00.5Z\"", "966950880.5")]),
    Change("URL?", "String?", [("\"https://a.b/c\"", "https://a.b/c")]),
    Change(
      "UUID?", "URL?", [("\"7d444840-9dc0-11d1-b245-5ffdce74fad2\"", "7d444840-9dc0-11d1-b245-5ffdce74fad2")]),
    Change("Data?", "String?", [("\"AQI=\"", "AQI=")]),
    Change("JSON?", "String?", [("\"a\"", "a"), ("[1]", "[1]")]),
    Change("JSON?", "Int?", [("12", "12"), ("{}", nil)]),
    Change("JSON?", "\"[Int]?\"", [("[1,2]", "[1,2]"), ("3", "[3]")]),
    Change("\"[Int]?\"", "\"[Double]?\"", [("[1,2]", "[1.0,2.0]")]),
    Change("\"[Int]?\"", "\"[String]?\"", [("[1,2]", "[\"1\",\"2\"]")]),
    Change("\"[String]?\"", "\"[Int]?\"", [("[\"1\"]", "[1]"), ("[\"a\"]", nil)]),
    Change("\"[String]?\"", "String?", [("[\"a\"]", "a"), ("[]", "-"), ("[\"a\",\"b\"]", nil)]),
    Change("\"[String]?\"", "JSON?", [("[\"a\"]", "[\"a\"]")]),
    Change("\"[Data]?\"", "\"[String]?\"", [("[\"AQI=\"]", "[\"AQI=\"]")]),
  ]

  private func model(_ type: String) -> String {
    "enums: { Kind: [a, b] }\nentities:\n  Thing:\n    attributes: { id: Int, value: \(type) }\n"
  }

  @Test(arguments: changes) func `values are converted where nothing is lost`(change: Change) throws {
    let records = change.values.enumerated().map { #"{"id": \#($0), "value": \#($1.json)}"# }
    let null = #"{"id": 99, "value": null}"#
    let trial = try Trial(model(change.from), "Thing", "[\((records + [null]).joined(separator: ","))]")
    let lost = change.values.filter { $0.stored == nil }.count
    let plan = try trial.plan(model(change.to))
    #expect(plan.losses.map(\.count).reduce(0, +) == lost)
    if lost > 0 { #expect(try trial.refusal(model(change.to)).count == 1) }
    try trial.migrate(model(change.to), allowsLoss: lost > 0)
    #expect(
      try trial.rows("SELECT value FROM Thing ORDER BY id") == change.values.map { $0.stored ?? "-" } + ["-"])
  }

  @Test func `a lost value of a required attribute becomes its default, or is refused`() throws {
    let trial = try Trial(model("String"), "Thing", #"[{"id": 1, "value": "12"}, {"id": 2, "value": "x"}]"#)
    #expect(
      try trial.refusal(model("Int"), allowsLoss: true) == [
        "Thing.value: 1 row without a value, which is required and has no default ('2')",
        "Thing.value: 1 value that no Int can hold ('x')",
      ])
    try trial.migrate(model("{ type: Int, default: 0 }"), allowsLoss: true)
    #expect(try trial.rows("SELECT value FROM Thing ORDER BY id") == ["12", "0"])
  }

  @Test func `a date that its format does not write whole becomes the text that is stored`() throws {
    let trial = try Trial(
      model("{ type: Date, DateFormat: [yyyy-MM-dd, iso8601] }"), "Thing",
      #"[{"id": 1, "value": "2000-08-22"}, {"id": 2, "value": "2000-08-22T13:28:00Z"}]"#)
    try trial.migrate(model("{ type: Date, DateFormat: yyyy-MM-dd }"))
    try trial.migrate(model("String"))
    #expect(
      try trial.rows("SELECT value FROM Thing ORDER BY id") == ["2000-08-22", "2000-08-22T13:28:00.000Z"])
  }

  @Test func `text becomes a date by the format of the new model`() throws {
    let trial = try Trial(model("String"), "Thing", #"[{"id": 1, "value": "22.08.2000"}]"#)
    try trial.migrate(model("{ type: Date, DateFormat: dd.MM.yyyy }"))
    #expect(try trial.rows("SELECT value FROM Thing") == ["2000-08-22T00:00:00.000Z"])
  }
}
