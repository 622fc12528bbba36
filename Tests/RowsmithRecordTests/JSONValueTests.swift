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
    ("", "1:1: expected a value, found the end of the document"),
    ("[1,]", "1:4: expected a value, found ']'; JSON allows no comma after the last item"),
    ("[1 2]", "1:4: expected ',' or ']', found '2'"), ("{\"a\" 1}", "1:6: expected ':', found '1'"),
    ("{a:1}", "1:2: expected a key in double quotes, found 'a'"),
    (
      "{\n\"a\":1,\n}",
      "3:1: expected a key in double quotes, found '}'; JSON allows no comma after the last item"
    ),
    ("01", "1:2: expected the end of the text, found '1'"), ("+1", "1:1: expected a value, found '+'"),
    (".5", "1:1: expected a value, found '.'"),
    ("1.", "1:3: expected a digit, found the end of the document"),
    ("tru", "1:4: expected 'true', found the end of the document"),
    ("nullx", "1:5: expected the end of the text, found 'x'"),
    ("\"\\ud800\"", "1:2: expected both halves of a surrogate pair in the string, found '\\'"),
    ("\"\\u12\"", "1:6: expected four hexadecimal digits, found '\"'"),
    ("é'", "1:1: expected a value, found 'é'"),
    ("1\u{0}", "1:2: expected the end of the text, found the control character 0x0"),
  ]) func `what is not JSON is an error with its place`(text: String, message: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.reason == .malformed)
    #expect(error?.description == message)
  }

  @Test func `a value may be nested as deep as in an import, and no deeper`() throws {
    let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try JSONValue(parsing: deep(128))
    for depth in [129, 100_000] {
      let error = #expect(throws: JSONError.self) { try JSONValue(parsing: deep(depth)) }
      #expect(error?.message == "expected at most 128 levels of nesting, found '['")
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
    #expect(JSONValue.number("9007199254740993.0").int == 9_007_199_254_740_993)
    #expect(JSONValue.number("9007199254740993.5").int == nil)
    #expect(JSONValue.number("0.99999999999999999999").int == nil)
    #expect(JSONValue.number("-1.5e1").int == -15)
    #expect(JSONValue.number("3.5").double == 3.5)
    #expect(JSONValue(2.0).text == "2")
    #expect(JSONValue(Double.nan) == .null)
    #expect(JSONValue.number("1}").text == "null")
  }
}
