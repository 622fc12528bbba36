import Foundation
import RowsmithSchema
import Testing

/// The names under which the stored form of a schema knows the cases of its enumerations. Databases have them.
@Suite struct CodedCaseTests {
  private func expect<Value: Codable & Equatable>(_ value: Value, is text: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    #expect(String(decoding: try encoder.encode([value]), as: UTF8.self) == "[\(text)]")
    #expect(try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8)) == [value])
  }

  @Test func `types of values are stored by name`() throws {
    let names: [(Schema.ScalarType, String)] = [
      (.int, "int"), (.double, "double"), (.decimal, "decimal"), (.bool, "bool"), (.string, "string"),
      (.date, "date"), (.uuid, "uuid"), (.url, "url"), (.data, "data"), (.json, "json"),
    ]
    for (type, name) in names { try expect(type, is: #"{"\#(name)":{}}"#) }
    try expect(Schema.ScalarType.enumeration("Status"), is: #"{"enumeration":{"_0":"Status"}}"#)
    try expect(Schema.ScalarType.value("Money"), is: #"{"value":{"_0":"Money"}}"#)
    try expect(Schema.AttributeType.scalar(.int), is: #"{"scalar":{"_0":{"int":{}}}}"#)
    try expect(
      Schema.AttributeType.array(.enumeration("Status")),
      is: #"{"array":{"_0":{"enumeration":{"_0":"Status"}}}}"#)
  }

  @Test func `places in JSON are stored by name`() throws {
    try expect(Schema.ImportPath.keys(["image", "a.b"]), is: #"{"keys":{"_0":["image","a.b"]}}"#)
    let names: [(Schema.ImportPath, String)] = [
      (.mapKey, "mapKey"), (.index, "index"), (.value, "value"), (.rest, "rest"), (.record, "record"),
    ]
    for (path, name) in names { try expect(path, is: #"{"\#(name)":{}}"#) }
  }

  @Test func `formats of dates are stored by name`() throws {
    let names: [(DateFormat, String)] = [
      (.iso8601, "iso8601"), (.iso8601Basic, "iso8601Basic"), (.epochSeconds, "epochSeconds"),
      (.epochMilliseconds, "epochMilliseconds"), (.rfc1123, "rfc1123"),
    ]
    for (format, name) in names { try expect(format, is: #"{"\#(name)":{}}"#) }
    try expect(DateFormat.pattern("yyyy"), is: #"{"pattern":{"_0":"yyyy"}}"#)
  }

  @Test func `default values are stored by name`() throws {
    try expect(StoredValue.null, is: #"{"null":{}}"#)
    try expect(StoredValue.integer(.min), is: #"{"integer":{"_0":-9223372036854775808}}"#)
    try expect(StoredValue.real(0.5), is: #"{"real":{"_0":0.5}}"#)
    try expect(StoredValue.text("é"), is: #"{"text":{"_0":"é"}}"#)
    try expect(StoredValue.blob([0, 255]), is: #"{"blob":{"_0":[0,255]}}"#)
  }

  @Test(arguments: ["{}", #"{"int":{},"bool":{}}"#, #"{"float":{}}"#, #"{"value":{}}"#, #""int""#])
  func `what is no case is refused`(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Schema.ScalarType].self, from: Data("[\(text)]".utf8))
    }
  }
}
