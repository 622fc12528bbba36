/// Texts that are JSON (RFC 8259) and texts that are not, by what they try.
///
/// They stand as the value of a key, so that numbers and literals have an end.
enum JSONTexts {
  /// Values, and how they are stored: as they are written, without white space that means nothing.
  static let right: [(text: String, stored: String)] = structures + numbers + strings + literals

  private static let structures: [(String, String)] = [
    ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"), ("{ }", "{}"), ("[\n]", "[]"), ("[[]]", "[[]]"),
    ("[\"\"]", "[\"\"]"), ("[null,1,\"1\",{}]", "[null,1,\"1\",{}]"), (" [1\n\t, 2\r\n] ", "[1,2]"),
    ("{\"a\":[]}", "{\"a\":[]}"), ("{ \"a\" : 1 , \"b\" : 2 }", "{\"a\":1,\"b\":2}"),
    ("{\"\":0}", "{\"\":0}"), ("{\"a\":1,\"a\":2}", "{\"a\":1,\"a\":2}"),
    ("{\"a b\":{\"c\":{\"d\":[{\"e\":{}}]}}}", "{\"a b\":{\"c\":{\"d\":[{\"e\":{}}]}}}"),
    ("[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]", "[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]"),
  ]

  private static let numbers: [(String, String)] = [
    "0", "-0", "1", "-1", "10", "123456789012345678901234567890", "0.5", "-0.0", "1.0", "123.456789", "0e1",
    "0E1",
    "0e+1", "1e-2", "1E+2", "1E22", "20e1", "123e45", "123.456e78", "-1.5E-10", "1e400", "1e-400",
    "9e99999999",
  ].map { ($0, $0) }

  private static let strings: [(String, String)] = [
    #""""#, #""a""#, #"" ""#, #""\"\\\/\b\f\n\r\t""#, #""\u0061""#, #""\u00e9\u00E9""#, #""\uD834\uDD1E""#,
    #""\ud834\udd1e""#, #""\u2028\u2029""#, #""\uFFFF""#, #""\u007f""#, "\"é\"", "\"€\"", "\"𝄞\"",
    "\"\u{7F}\"",
    "\"\u{2028}\"", "\"\u{FFFF}\"", "\"\u{10FFFF}\"", "\"\u{FEFF}\"", #""// /* */""#, #""[{]}""#, #""a'b""#,
    #""\\u0000""#, #""\\""#, #""\"""#, #""abcdefg\"hijklmno\\pqrstuv""#,
  ].map { ($0, $0) }

  private static let literals: [(String, String)] = ["true", "false"].map { ($0, $0) }

  /// Values that break the rules.
  static let wrong: [String] = wrongStructures + wrongNumbers + wrongStrings + wrongLiterals

  private static let wrongStructures = [
    "", " ", "[", "{", "]", "}", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1:2]",
    "[\"a\" \"b\"]",
    "[1}", "{]", "{\"a\":1", "{\"a\":1,}", "{,\"a\":1}", "{\"a\"}", "{\"a\":}", "{\"a\" 1}",
    "{\"a\":1 \"b\":2}",
    "{\"a\":1,,\"b\":2}", "{\"a\"::1}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1]", "{[]:1}",
    "[1]]",
    "{}{}", "{}[]", "1 2", "[1]x", "/* */1", "1// one", "#1", "\u{C}1", "\u{A0}1", "\u{FEFF}1", "\u{2060}1",
    "*",
    "<a>", "(1)", "{\"a\":1;\"b\":2}", "=1", "@",
  ]

  private static let wrongNumbers = [
    "+1", "01", "-01", "00", "-", "--1", "-a", ".5", "-.5", "1.", "1.e1", "1e", "1E", "1e+", "1e-", "1ee2",
    "1e1.5",
    "0e", "0.3e", "0.3e+", "0x1", "0b1", "1_000", "1,000", "NaN", "-NaN", "Infinity", "-Infinity", "nan",
    "inf",
    "1.2.3", "1+2", "1e1e1", "１", "1٠", "1f", "1L", "2.a", "- 1", "1 e2", "1. 5",
  ]

  private static let wrongStrings = [
    "\"", "\"abc", "\"abc\\", "\"abc\\\"", "'abc'", "abc", #""\x00""#, #""\a""#, #""\'""#, #""\ ""#, #""\0""#,
    #""\u""#,
    #""\u00""#, #""\u000""#, #""\u00G0""#, #""\u 061""#, #""\u+061""#, #""\U0061""#, #""\u{61}""#,
    #""\uD834\u""#,
    #""\uD834\uD""#, "\"\n\"", "\"\t\"", "\"\r\"", "\"\u{0}\"", "\"\u{1F}\"", "\"a\"\"b\"", "“a”", "`a`",
    "\\u0061",
    "\"\\\u{E9}\"", "\"\\\n\"",
  ]

  private static let wrongLiterals = [
    "nul", "nulll", "Null", "NULL", "tru", "truee", "True", "TRUE", "fals", "falsee", "False", "undefined",
    "none",
    "t", "n", "f", "true false",
  ]

  /// Bytes that are not UTF-8, inside a string.
  static let notUTF8: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x28, 0xA1],
    [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x9D, 0x84],
    [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE2, 0x82, 0xAC, 0xAC],
  ]
}
