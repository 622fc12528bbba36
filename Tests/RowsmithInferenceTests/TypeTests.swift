import Rowsmith
import RowsmithInference
import RowsmithModel
import Testing

/// The narrowest type that all values fit, and no narrower.
@Suite struct TypeTests {
  /// The line of an attribute whose values are these, one a record.
  private func line(_ values: [String], named name: String = "value") throws -> String {
    let records = values.enumerated().map { #"{"id": \#($0.offset), "\#(name)": \#($0.element)}"# }
    var options = Inference.Options()
    options.entity = "Thing"
    let yaml = try Inference.infer([.string("[\(records.joined(separator: ","))]")], options).draft.yaml()
    let compiled = ModelCompiler.compile([ModelSource(path: "Thing.yml", text: yaml)], name: "Thing")
    #expect(compiled.diagnostics.isEmpty)
    let line = yaml.split(separator: "\n").last { $0.hasPrefix("      ") && !$0.contains("id: Int") } ?? ""
    return line.split(separator: ":", maxSplits: 1).last.map { String($0.dropFirst()) } ?? ""
  }

  @Test func `numbers`() throws {
    #expect(try line(["1", "-9223372036854775808"]) == "Int")
    #expect(try line(["9007199254740993", "2"]) == "Int")
    #expect(try line(["3.0", "3.5"]) == "Double")
    #expect(try line(["3", "3.5"]) == "Double")
    #expect(try line(["1e3"]) == "Double")
    #expect(try line(["9007199254740993", "0.5"]) == "Decimal  # a Double would not keep all digits")
    #expect(try line(["18446744073709551616"]) == "Decimal  # a Double would not keep all digits")
    #expect(try line(["0.12345678901234567890"]) == "Decimal  # a Double would not keep all digits")
    #expect(try line(["0.1", "2.675", "5e-324", "1.7976931348623157e308"]) == "Double")
  }

  @Test func `numbers in quotes`() throws {
    #expect(try line([#""12""#, #""13""#]) == "String")
    #expect(try line([#""007""#, "7"]) == "JSON  # text in 1, a number in 1")
    #expect(try line([#""12""#, "13"]) == "{ type: Int, coerce: true }  # text in 1, a number in 1")
    #expect(try line([#""19.99""#, "13"]) == "Decimal  # text in 1, a number in 1")
    #expect(try line([#""12""#, "true"]) == "JSON  # text in 1, true or false in 1")
  }

  @Test func `what is null or missing is optional`() throws {
    #expect(try line(["1", "null", "3"]) == "Int?  # null in 1 of 3")
    #expect(try line(["null"]) == "JSON?  # only null was seen")
  }

  @Test(arguments: [
    (#""2020-01-02T03:04:05Z""#, "Date"), (#""2020-01-02T03:04:05.678Z""#, "Date"),
    (#""2020-01-02""#, "{ type: Date, DateFormat: yyyy-MM-dd }"),
    (#""2020-01-02 03:04:05""#, #"{ type: Date, DateFormat: "yyyy-MM-dd HH:mm:ss" }"#),
    (#""Tue, 22 Aug 2000 13:28:00 GMT""#, "{ type: Date, DateFormat: rfc1123 }"),
    (#""20000822""#, "String"),
    (#""20000822T132800Z""#, "{ type: Date, DateFormat: iso8601Basic }"),
    (#""Wed Aug 27 13:08:45 +0000 2008""#, #"{ type: Date, DateFormat: "EEE MMM dd HH:mm:ss Z yyyy" }"#),
    (#""Jan 1 2000""#, "{ type: Date, DateFormat: MMM d yyyy }"),
    (#""25/12/2020""#, "{ type: Date, DateFormat: dd/MM/yyyy }"),
    (#""12/25/2020""#, "{ type: Date, DateFormat: MM/dd/yyyy }"),
    (#""03/04/2020""#, "String  # a date, but which of the numbers is the month is not known"),
    (#""2020-02-30""#, "String"),
    (#""2020-01-02T03:04:05+02:00""#, "Date  # the instant is kept, its offset from UTC is not"),
    (#""2020-01-02T03:04:05.5""#, "Date  # without an offset, taken for UTC"),
    (
      #""2020-01-02T03:04:05.123456Z""#, "Date  # finer than milliseconds, which are all that is kept"
    ),
  ]) func `dates`(_ value: String, _ expected: String) throws { #expect(try line([value]) == expected) }

  @Test func `numbers are dates where their name and their size say so`() throws {
    #expect(try line(["1680893993"], named: "created_at") == "{ type: Date, DateFormat: epochSeconds }")
    #expect(try line(["1680893993000"], named: "time") == "{ type: Date, DateFormat: epochMilliseconds }")
    #expect(try line(["1680893993"], named: "amount") == "Int")
    #expect(try line(["3"], named: "time") == "Int")
  }

  @Test func `texts that have a type of their own`() throws {
    #expect(try line([#""7d444840-9dc0-11d1-b245-5ffdce74fad2""#]) == "UUID")
    #expect(
      try line([#""7D444840-9DC0-11D1-B245-5FFDCE74FAD2""#]).hasPrefix("String  # a UUID with capitals"))
    #expect(try line([#""https:\/\/example.com\/a""#]) == "URL")
    #expect(try line([#""https://example.com/{id}""#]) == "String")
    #expect(try line([#""example.com""#]) == "String")
    #expect(try line([#""SGVsbG8sIFdvcmxkISEh""#, #""SGVsbG8sIFdvcmxkIQ==""#], named: "data") == "Data")
    #expect(try line([#""MDEyOklzc3VlQ29tbWVudDE=""#], named: "node_id") == "String")
    #expect(try line([#""half \ud800""#]) == "JSON  # text that is no Unicode, or has U+0000 in it")
  }

  @Test func `words that come again and again are an enum`() throws {
    let states = (0..<24).map { $0 % 3 == 0 ? #""open""# : $0 % 3 == 1 ? #""closed""# : #""on hold""# }
    #expect(try line(states, named: "state") == "ThingState  # 3 values in 24")
    #expect(try line(Array(states.prefix(6)), named: "state") == "String")
    #expect(try line(states, named: "note") == "String")
  }

  @Test func `lists`() throws {
    #expect(try line(["[1, 2]", "[]"]) == "[Int]")
    #expect(try line([#"["a"]"#, "null"]) == #""[String]?"  # null in 1 of 2"#)
    #expect(try line(["[]"]) == "JSON  # always empty")
    #expect(try line(["[[1, 2]]"]) == "JSON")
    #expect(try line([#"[1, "a"]"#]) == "JSON")
  }
}
