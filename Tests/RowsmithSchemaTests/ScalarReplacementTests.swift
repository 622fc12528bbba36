import RowsmithSchema
import Testing

struct ScalarReplacementTests {
  @Test(
    arguments: [
      ("plain", "plain"), ("", ""), ("\"", "\"\""), ("a\"b\"", "a\"\"b\"\""),
      ("a\"\u{301}b", "a\"\"\u{301}b"),
      ("\"\u{200D}", "\"\"\u{200D}"),
    ])
  func `a scalar is found where it is part of a character, too`(text: String, expected: String) {
    // Not as texts, which are equal where they look alike.
    #expect(Array(text.replacing(scalar: "\"", with: "\"\"").utf8) == Array(expected.utf8))
  }

  @Test func `a carriage return is found before a line feed`() {
    #expect("a\r\nb".replacing(scalar: "\r", with: "%0D").replacing(scalar: "\n", with: "%0A") == "a%0D%0Ab")
  }
}
