import Testing

@testable import RowsmithGenerator

@Suite struct SourceWriterTests {
  @Test func `a list that fits stays on its line`() {
    var writer = SourceWriter()
    writer.write("let a = ", .strings(["x", "y"]))
    #expect(writer.text == "let a = [\"x\", \"y\"]\n")
  }

  @Test func `a list that does not fit has one element a line, and a comma that may grow`() {
    var writer = SourceWriter()
    let words = (1...3).map { String(repeating: "\($0)", count: 40) }
    writer.write("let a = ", .strings(words))
    #expect(writer.lines == ["let a = ["] + words.map { "  \"\($0)\"," } + ["]"])
  }

  @Test func `a call that does not fit has as many arguments a line as fit`() {
    var writer = SourceWriter()
    let words = (1...3).map { String(repeating: "\($0)", count: 40) }
    writer.write("let a = ", .array([.call("f", words.map { .init("of", .string($0)) })]))
    #expect(
      writer.lines == [
        "let a = [", "  f(", "    of: \"\(words[0])\", of: \"\(words[1])\",", "    of: \"\(words[2])\")", "]",
      ])
  }

  @Test func `a call with an argument that does not fit has one argument a line`() {
    var writer = SourceWriter()
    let words = (1...3).map { String(repeating: "\($0)", count: 40) }
    writer.write("", .call("f", [.init("a", .source("1")), .init("b", .strings(words))]))
    #expect(
      writer.lines == ["f(", "  a: 1,", "  b: ["] + words.map { "    \"\($0)\"," } + ["  ]", ")"])
  }

  @Test func `a comment is broken between words and keeps its paragraphs`() {
    var writer = SourceWriter()
    writer.writeDocumentation(["One.\n\n" + Array(repeating: "word", count: 30).joined(separator: " ") + "  "]
    )
    #expect(
      writer.lines == [
        "/// One.", "///", "/// " + Array(repeating: "word", count: 19).joined(separator: " "),
        "/// " + Array(repeating: "word", count: 11).joined(separator: " "),
      ])
  }

  @Test(arguments: [
    ("plain", #""plain""#), (#"a "b" \c"#, #""a \"b\" \\c""#), ("a\nb\tc\r", #""a\nb\tc\r""#),
    ("é日💥", #""é日💥""#),
    ("\u{200B}\u{0}\u{202E}", #""\u{200B}\u{0}\u{202E}""#), ("\\(x)", #""\\(x)""#),
    ("\u{301}", #""\u{301}""#),
  ]) func `a string literal shows what can be seen and escapes the rest`(text: String, source: String) {
    #expect(StringLiteral.source(text) == source)
  }
}
