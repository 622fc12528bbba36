import RowsmithModel
import Testing

@testable import RowsmithDiagram

/// How many records are at each end of a line, and how the three languages say it.
@Suite struct DiagramCountTests {
  private func diagram(_ relationships: String, back: String = "") throws -> Diagram {
    let text = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        A: { attributes: { id: Int }, relationships: { \(relationships) } }
        B: { attributes: { id: Int }\(back.isEmpty ? "" : ", relationships: { \(back) }") }
      """
    let model = ModelCompiler.compile([ModelSource(path: "M.yml", text: text)], name: "M")
    return Diagram(try #require(model.schema, "\(model.diagnostics)"))
  }

  private struct Case {
    var forth: String
    var back: String
    var mermaid: String
    var dot: String
    var rows: [String]
  }

  private static let cases = [
    Case(
      forth: "b: B", back: "", mermaid: #"  A }o--|| B : "b""#,
      dot: #"  "A" -> "B" [label="b", arrowtail=crowodot, arrowhead=teetee]"#,
      rows: [
        ##"<tr><td>b</td><td>one <a href="#entity-B">B</a></td></tr>"##,
        ##"<tr><td></td><td><i>referred to by</i> <a href="#entity-A">A</a>.b</td></tr>"##,
      ]),
    Case(
      forth: "b: B?", back: "", mermaid: #"  A }o--o| B : "b""#,
      dot: #"  "A" -> "B" [label="b", arrowtail=crowodot, arrowhead=teeodot]"#,
      rows: [
        ##"<tr><td>b</td><td>none or one <a href="#entity-B">B</a></td></tr>"##,
        ##"<tr><td></td><td><i>referred to by</i> <a href="#entity-A">A</a>.b</td></tr>"##,
      ]),
    Case(
      forth: "bs: [B]", back: "", mermaid: #"  A }o--o{ B : "bs""#,
      dot: #"  "A" -> "B" [label="bs", arrowtail=crowodot, arrowhead=crowodot]"#,
      rows: [
        ##"<tr><td>bs</td><td>many <a href="#entity-B">B</a></td></tr>"##,
        ##"<tr><td></td><td><i>referred to by</i> <a href="#entity-A">A</a>.bs</td></tr>"##,
      ]),
    Case(
      forth: "bs: [B]", back: "a: A", mermaid: #"  A ||--o{ B : "bs / a""#,
      dot: #"  "A" -> "B" [label="bs / a", arrowtail=teetee, arrowhead=crowodot]"#,
      rows: [
        ##"<tr><td>bs</td><td>many <a href="#entity-B">B</a>.a</td></tr>"##,
        ##"<tr><td>a</td><td>one <a href="#entity-A">A</a>.bs</td></tr>"##,
      ]),
    Case(
      forth: "b: B?", back: "as: [A]", mermaid: #"  A }o--o| B : "b / as""#,
      dot: #"  "A" -> "B" [label="b / as", arrowtail=crowodot, arrowhead=teeodot]"#,
      rows: [
        ##"<tr><td>b</td><td>none or one <a href="#entity-B">B</a>.as</td></tr>"##,
        ##"<tr><td>as</td><td>many <a href="#entity-A">A</a>.b</td></tr>"##,
      ]),
    Case(
      forth: "bs: [B]", back: "as: [A]", mermaid: #"  A }o--o{ B : "bs / as""#,
      dot: #"  "A" -> "B" [label="bs / as", arrowtail=crowodot, arrowhead=crowodot]"#,
      rows: [
        ##"<tr><td>bs</td><td>many <a href="#entity-B">B</a>.as</td></tr>"##,
        ##"<tr><td>as</td><td>many <a href="#entity-A">A</a>.bs</td></tr>"##,
      ]),
  ]

  @Test(arguments: cases.indices)
  func `a pair of relationships is one line, with the number of records at each end`(index: Int) throws {
    let expected = Self.cases[index]
    let diagram = try diagram(expected.forth, back: expected.back)
    #expect(diagram.edges.count == 1)
    #expect(diagram.mermaid.split(separator: "\n").last.map(String.init) == expected.mermaid)
    #expect(diagram.dot.split(separator: "\n").dropLast().last.map(String.init) == expected.dot)
    let rows = diagram.html.split(separator: "\n").filter { $0.contains("href") && $0.hasPrefix("<tr>") }
    #expect(rows.map(String.init) == expected.rows)
  }

  @Test func `an empty model is a whole document in each language`() {
    let diagram = Diagram(name: "None", entities: [], edges: [])
    #expect(diagram.mermaid == "erDiagram\n")
    #expect(
      diagram.dot == """
        digraph "None" {
          graph [rankdir=LR, fontname="Helvetica"]
          node [shape=plain, fontname="Helvetica", fontsize=11]
          edge [dir=both, fontname="Helvetica", fontsize=9]
        }

        """)
    #expect(diagram.html.hasPrefix("<!DOCTYPE html>\n"))
    #expect(diagram.html.hasSuffix("\n</html>\n"))
  }

  @Test func `an attribute has its type and marks in each language`() throws {
    let text = """
      rowsmith: 1
      entities:
        A:
          attributes: { id: Int, tags: "[String]?", code: { type: String, unique: true }, x: Int, y: Int }
          unique: [[x], [x, y]]
      """
    let model = ModelCompiler.compile([ModelSource(path: "M.yml", text: text)], name: "M")
    let diagram = Diagram(try #require(model.schema, "\(model.diagnostics)"))
    #expect(diagram.entities[0].columns.map(\.marks) == [[.primaryKey], [], [.unique], [.unique], []])
    let rows = diagram.html.split(separator: "\n").filter { $0.hasPrefix("<tr><td>") }.map(String.init)
    #expect(
      rows == [
        #"<tr><td>id</td><td><code>Int</code></td><td><abbr class="PK">PK</abbr></td><td></td></tr>"#,
        #"<tr><td>tags</td><td><code>[String]?</code></td><td></td><td></td></tr>"#,
        #"<tr><td>code</td><td><code>String</code></td><td><abbr class="UK">UK</abbr></td><td></td></tr>"#,
        #"<tr><td>x</td><td><code>Int</code></td><td><abbr class="UK">UK</abbr></td><td></td></tr>"#,
        #"<tr><td>y</td><td><code>Int</code></td><td></td><td></td></tr>"#,
      ])
    let left = #"<TR><TD ALIGN="LEFT">"#
    let cell = #"</TD><TD ALIGN="LEFT">"#
    #expect(
      diagram.dot.split(separator: "\n").filter { $0.hasPrefix("      " + left) }.map { $0.dropFirst(6) } == [
        "\(left)id\(cell)Int\(cell)PK</TD></TR>", "\(left)tags\(cell)[String]?\(cell) </TD></TR>",
        "\(left)code\(cell)String\(cell)UK</TD></TR>", "\(left)x\(cell)Int\(cell)UK</TD></TR>",
        "\(left)y\(cell)Int\(cell) </TD></TR>",
      ])
  }
}
