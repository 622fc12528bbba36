import RowsmithSchema
import Testing

/// What text from outside looks like in messages.
struct DisplayTextTests {
  @Test(arguments: [
    ("plain, \"quoted\" \\ text", "plain, \"quoted\" \\ text"),
    ("Björk 椎名林檎 👩‍🚀 e\u{301} \u{A0}", "Björk 椎名林檎 👩‍🚀 e\u{301} \u{A0}"),
    ("\u{1B}[31mred\u{0}\u{7F}", #"\u001b[31mred\u0000\u007f"#),
    ("\u{80}\u{9B}31m\u{9F}", #"\u0080\u009b31m\u009f"#),
    ("a\nb\r\nc\td", #"a\nb\r\nc\td"#),
    ("\u{B}\u{C}\u{85}\u{2028}\u{2029}", #"\u000b\u000c\u0085\u2028\u2029"#),
    ("\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}", #"\u202a\u202b\u202c\u202d\u202e"#),
    (
      "\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}\u{61C}",
      #"\u2066\u2067\u2068\u2069\u200e\u200f\u061c"#
    ),
  ])
  func `what a terminal would obey is an escape of JSON, everything else stays`(text: String, shown: String) {
    #expect(text.escapedForDisplay() == shown)
    #expect(shown.escapedForDisplay() == shown)
  }

  @Test
  func `lines that are one's own stay lines`() {
    #expect("a\n\u{1B}b\r\n".escapedForDisplay(keepingLineFeeds: true) == "a\n\\u001bb\\r\n")
  }
}
