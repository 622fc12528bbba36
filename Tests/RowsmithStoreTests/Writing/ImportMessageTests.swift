import Rowsmith
import Testing

/// What an import says of a document that it cannot take.
struct ImportMessageTests {
  private func message(_ json: String, _ model: String, at path: [String] = []) throws -> ImportError {
    let model = try ModelStore(model)
    var options = ImportOptions()
    options.path = path
    return try #require(
      #expect(throws: ImportError.self) {
        try model.store.importJSON(.string(json), into: .entity("Event"), options: options)
      })
  }

  @Test(arguments: [
    ("Date", "iso8601, such as 2000-08-22T13:28:00Z"),
    ("{ type: Date, DateFormat: dd.MM.yyyy }", "'dd.MM.yyyy'"),
    (
      "{ type: Date, DateFormat: [dd.MM.yyyy, rfc1123] }",
      "'dd.MM.yyyy' or rfc1123, such as Tue, 22 Aug 2000 13:28:00 GMT"
    ),
  ]) func `a bad date is told how dates are written`(type: String, forms: String) throws {
    let error = try message(
      #"[{"day": "soon"}]"#, "entities: { Event: { attributes: { day: \(type) } } }")
    #expect(error.message.hasPrefix(#"expected a date (\#(forms)), found "soon""#), "\(error.message)")
  }

  @Test(arguments: [
    (#"{"b": 1, "a": []}"#, "an object with the keys 'b', 'a'"), ("{}", "an object without keys"),
    ("[1, 2]", "an array with the items 0 to 1"), ("[]", "an empty array"),
    ("7", "neither an object nor an array"), ("null", "neither an object nor an array"),
    (
      #"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1}"#,
      "an object with the keys 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'"
    ),
    (
      #"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"n":1}"#,
      "an object with the keys 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l' and more"
    ),
  ]) func `a key path that leads nowhere is told what there is, and where`(json: String, found: String) throws
  {
    let error = try message("\n  \(json)", "entities: { Event: { attributes: { day: Date } } }", at: ["x"])
    #expect(error.message == "expected a value under 'x', found \(found)")
    #expect([error.line, error.column] == [2, 3])
  }
}
