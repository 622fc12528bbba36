import Rowsmith
import Testing

@Suite struct JSONValueTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-1.50e+10", "123456789012345678901234567890", #""""#,
    #""a\"\\\n\u0001é💥""#, "[]",
    "{}", #"{"b":1,"a":[null,{"x":""}],"b":2}"#,
  ]) func `text without white space is written as it was read`(text: String) throws {
    #expect(try JSONValue(parsing: text).text == text)
  }

  @Test func `white space and escapes are read`() throws {
    #expect(
      try JSONValue(parsing: " [ 1 ,\n\"\\u00e9\\ud83d\\ude00\\/\\b\\f\\r\\t\" ] ") == [
        1, "é😀/\u{8}\u{C}\r\t",
      ])
  }

  @Test(arguments: [
    ("", 0, "a value"), ("[1,]", 3, "a value"), ("[1 2]", 3, "',' or ']'"), ("{\"a\" 1}", 5, "':'"),
    ("{a:1}", 1, "a key"),
    ("{\"a\":1,}", 7, "a key"), ("01", 0, "a value"), ("1.", 0, "a value"), (".5", 0, "a value"),
    ("+1", 0, "a value"),
    ("tru", 0, "a value"), ("nullx", 4, "the end of the text"), ("\"a", 2, "'\"'"),
    ("\"\u{1}\"", 1, "an escape in place of a control character"),
    ("\"\\x\"", 2, "an escape"), ("\"\\ud800\"", 7, "a pair of surrogates"),
    ("\"\\u12\"", 3, "four hexadecimal digits"),
    ("[", 1, "a value"), ("1e", 0, "a value"),
  ]) func `what is not JSON is an error with its place`(text: String, offset: Int, expected: String) {
    #expect {
      try JSONValue(parsing: text)
    } throws: { error in
      "\(error)" == "byte \(offset): expected \(expected)"
    }
  }

  @Test func `nesting has a limit`() throws {
    let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try JSONValue(parsing: deep(512))
    #expect(throws: JSONValue.ParsingError.self) { try JSONValue(parsing: deep(513)) }
    #expect(throws: JSONValue.ParsingError.self) {
      try JSONValue(parsing: String(repeating: "[", count: 100_000))
    }
  }

  @Test func `keys of an object can be read, changed, added and removed`() {
    var value: JSONValue = ["a": 1, "b": "x", "c": nil]
    #expect(value["a"]?.int == 1)
    #expect(value["c"] == .null)
    #expect(value["d"] == nil)
    value["b"] = ["y"]
    value["d"] = true
    value["a"] = nil
    #expect(value.text == #"{"b":["y"],"c":null,"d":true}"#)
    var text: JSONValue = "x"
    text["a"] = 1
    #expect(text == "x")
  }

  @Test func `numbers are read as what they are`() {
    #expect(JSONValue.number("3.0").int == 3)
    #expect(JSONValue.number("3.5").int == nil)
    #expect(JSONValue.number("1e400").int == nil)
    #expect(JSONValue.number("3.5").double == 3.5)
    #expect(JSONValue(2.0).text == "2")
    #expect(JSONValue(Double.nan) == .null)
    #expect(JSONValue.number("1}").text == "null")
  }
}
