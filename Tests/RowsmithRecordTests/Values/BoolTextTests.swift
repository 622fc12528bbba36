import TestSupport
import Testing

@testable import Rowsmith

@Suite struct BoolTextTests {
  @Test(
    arguments: [
      ("true", true), ("YES", true), ("Yes", true), ("1", true), ("false", false), ("No", false),
      ("0", false), ("FALSE", false),
      ("", nil), ("t", nil), ("on", nil), ("2", nil), ("10", nil), ("true ", nil), ("nope", nil),
      ("\u{11}", nil), ("y", nil),
    ] as [(String, Bool?)])
  func `truth values have six words`(text: String, expected: Bool?) {
    #expect(withBytes(text, BoolText.value) == expected)
  }
}
