import Testing

@testable import RowsmithDiagram

/// Texts of a model in the languages of diagrams, where some characters mean something.
@Suite struct DiagramTextTests {
  private func diagram(name: String = "M", entity: String = "A", doc: String?, type: String = "Int")
    -> Diagram
  {
    Diagram(
      name: name,
      entities: [
        .init(
          name: entity, parent: nil, doc: nil,
          columns: [.init(name: "id", type: type, isArray: false, isOptional: false, marks: [], doc: doc)])
      ], edges: [])
  }

  private func line(_ text: String, _ start: String) -> [UInt8]? {
    text.split(separator: "\n").first { $0.hasPrefix(start) }.map { Array($0.utf8) }
  }

  @Test(arguments: [
    (#"a "b" \N"#, #"a \"b\" \\N"#), ("two\n\tlines  \r\nand more ", "two lines and more"),
    // An accent behind a quotation mark makes it another character, which still ends a text.
    ("\"\u{301}x", "\\\"\u{301}x"), ("\\\u{301}", "\\\\\u{301}"),
  ])
  func `a text of Graphviz is in quotes that nothing in it ends`(text: String, escaped: String) {
    let expected = "    </TABLE>>, tooltip=\"A\\nid: \(escaped)\"]"
    #expect(line(diagram(doc: text).dot, "    </TABLE>>") == Array(expected.utf8))
  }

  @Test(arguments: [
    ("a<b>&\"c\"", "a&lt;b&gt;&amp;&quot;c&quot;"), ("<\u{338}", "&lt;\u{338}"), ("&\u{301}", "&amp;\u{301}"),
    (">\u{338}", "&gt;\u{338}"), ("\"\u{301}", "&quot;\u{301}"), ("", " "), (" \n ", " "),
  ])
  func `a label of Graphviz is markup that nothing in it begins or ends`(name: String, markup: String) {
    let expected = "      <TR><TD COLSPAN=\"3\" BGCOLOR=\"#DDE5F0\"><B>\(markup)</B></TD></TR>"
    #expect(line(diagram(entity: name, doc: nil).dot, "      <TR><TD COLSPAN") == Array(expected.utf8))
  }

  @Test(arguments: [
    ("M", "digraph \"M\" {"), ("My \"M\"", #"digraph "My \"M\"" {"#), ("a\\b", #"digraph "a\\b" {"#),
  ])
  func `the name of the model is quoted`(name: String, first: String) {
    #expect(diagram(name: name, doc: nil).dot.split(separator: "\n").first.map(String.init) == first)
  }

  @Test(arguments: [
    ("plain", "\"plain\""), ("", "\" \""), ("``", "\" \""), ("a `b` c", "\"a b c\""),
    ("a*b*", "\"a#42;b#42;\""),
    ("100 % ~#1", "\"100 #37; #126;#35;1\""), ("\"\u{301}", "\"#34;\u{301}\""),
    ("a\r\nb\u{2028}c", "\"a b c\""),
    ("<b>&\\", "\"#60;b#62;#38;#92;\""),
  ])
  func `documentation of a column is a comment of Mermaid without markup`(doc: String, quoted: String) {
    #expect(line(diagram(doc: doc).mermaid, "    Int id") == Array("    Int id \(quoted)".utf8))
  }

  @Test(arguments: [
    ("A", "A"), ("a_1", "a_1"), ("1a", "\"1a\""), ("_a", "\"_a\""), ("Title", "\"Title\""),
    ("ONE", "\"ONE\""),
    ("many", "\"many\""), ("ClassDef", "\"ClassDef\""), ("Class", "\"Class\""), ("O", "\"O\""),
    ("u", "\"u\""),
    ("AccTitle", "\"AccTitle\""), ("AccDescr", "\"AccDescr\""), ("Direction", "\"Direction\""),
    ("ERDiagram", "\"ERDiagram\""), ("Only", "\"Only\""), ("Optionally", "\"Optionally\""),
    ("Style", "\"Style\""),
    ("Subgraph", "\"Subgraph\""), ("To", "\"To\""), ("Zero", "\"Zero\""), ("Zeros", "Zeros"),
    ("Ende", "Ende"),
    ("Größe", "\"Größe\""), ("a\"b%c\\d", "\"a_b_c_d\""), ("", "\"\""),
  ])
  func `the name of an entity is quoted where Mermaid has another meaning for it`(name: String, word: String)
  {
    #expect(diagram(entity: name, doc: nil).mermaid == "erDiagram\n  \(word) {\n    Int id\n  }\n")
  }

  @Test(arguments: [
    ("Int", "Int"), ("PK", "PK_"), ("fk", "fk_"), ("Uk", "Uk_"), ("PKs", "PKs"), ("1st", "_1st"), ("", "_"),
    ("a-b c", "a_b_c"), ("Größe", "Größe"), ("Ω", "Ω"), ("a×b", "a×b"), ("a¿b", "a_b"),
  ])
  func `a type is one word of Mermaid`(type: String, word: String) {
    #expect(diagram(doc: nil, type: type).mermaid == "erDiagram\n  A {\n    \(word) id\n  }\n")
  }
}
