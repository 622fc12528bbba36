import RowsmithDiagram
import RowsmithModel
import Testing

@Suite struct DiagramTests {
  private func diagram(_ entities: String) throws -> Diagram {
    let text = "rowsmith: 1\ndefaults: { MergePolicy: Merge }\nentities:\n" + entities
    let model = ModelCompiler.compile([ModelSource(path: "M.yml", text: text)], name: "M")
    return Diagram(try #require(model.schema, "\(model.diagnostics)"))
  }

  @Test func `each pair of inverses is one line, in the order of the model`() throws {
    let diagram = try diagram(
      """
        A:
          attributes: { id: Int }
          relationships: { bs: [B], c: C, ds: [D], next: { to: A?, inverse: previous }, previous: { to: A?, inverse: next } }
        B: { attributes: { id: Int }, relationships: { a: A? } }
        C: { attributes: { id: Int } }
        D: { attributes: { id: Int }, relationships: { as: [A] } }
      """)
    #expect(
      diagram.mermaid.split(separator: "\n").filter { $0.contains("--") } == [
        #"  A |o--o{ B : "bs / a""#,
        #"  A }o--|| C : "c""#,
        #"  A }o--o{ D : "ds / as""#,
        #"  A |o--o| A : "next / previous""#,
      ])
  }

  @Test func `a relationship that an entity inherits is drawn once, where it is declared`() throws {
    let diagram = try diagram(
      """
        A: { attributes: { id: Int }, relationships: { owner: Owner? } }
        B: { extends: A, attributes: { size: Int? } }
        Owner: { attributes: { id: Int }, relationships: { things: [A] } }
      """)
    #expect(diagram.edges.map(\.kind) == [.inheritance, .relationship])
    #expect(diagram.entities.map { $0.columns.map(\.name) } == [["id", "owner"], ["size"], ["id"]])
    #expect(diagram.mermaid.contains(#"  A ||--o| B : "is extended by""#))
    #expect(diagram.dot.contains(#""A" -> "B" [arrowtail=onormal, arrowhead=none, style=dashed]"#))
  }

  @Test func `a key of several parts is several columns, each marked`() throws {
    let diagram = try diagram(
      """
        Order: { attributes: { id: Int }, relationships: { lines: [Line] } }
        Line: { PrimaryKey: [order, place], attributes: { place: { type: Int, ImportName: $index } }, relationships: { order: Order } }
        Note: { attributes: { id: UUID, code: { type: String, unique: true } }, relationships: { line: Line? } }
      """)
    #expect(
      diagram.mermaid.split(separator: "\n").filter { $0.hasPrefix("    ") } == [
        "    Int id PK", "    Int place PK", "    Int order PK, FK", "    UUID id PK", "    String code UK",
        "    Int(optional) line_order FK", "    Int(optional) line_place FK",
      ])
  }

  @Test func `a link that no two records share is marked, and comes from one record at most`() throws {
    let diagram = try diagram(
      """
        Member: { attributes: { id: Int } }
        Badge: { attributes: { id: Int }, relationships: { owner: { to: Member, inverse: none } }, unique: [[owner]] }
        Profile: { PrimaryKey: member, relationships: { member: { to: Member, inverse: none } } }
        Visit:
          attributes: { id: Int }
          relationships: { of: { oneOf: [Badge, Member] }, by: { to: Member?, inverse: none } }
          unique: [[of], [by, id]]
      """)
    #expect(
      diagram.mermaid.split(separator: "\n").filter { $0.contains("FK") } == [
        "    Int owner FK, UK", "    Int member PK, FK", "    Int(optional) ofBadge FK, UK",
        "    Int(optional) ofMember FK, UK", "    Int(optional) by FK",
      ])
    #expect(
      diagram.mermaid.split(separator: "\n").filter { $0.contains("--") } == [
        #"  Badge |o--|| Member : "owner""#, #"  Profile |o--|| Member : "member""#,
        #"  Visit |o--o| Badge : "ofBadge""#, #"  Visit |o--o| Member : "ofMember""#,
        #"  Visit }o--o| Member : "by""#,
      ])
  }

  @Test func `names that mean something to Mermaid stay names`() throws {
    let diagram = try diagram(
      """
        End: { PrimaryKey: pk, attributes: { pk: String, UK: "[Int]?" }, relationships: { to: One? } }
        One: { attributes: { id: Int } }
        Straße: { attributes: { id: Int } }
      """)
    #expect(
      diagram.mermaid == """
        erDiagram
          "End" {
            String pk_ PK
            Int[](optional) UK_
            Int(optional) to FK
          }
          "One" {
            Int id PK
          }
          "Straße" {
            Int id PK
          }
          "End" }o--o| "One" : "to"

        """)
  }

  @Test func `documentation is a comment, whatever is in it`() throws {
    let diagram = try diagram(
      #"""
        A:
          doc: "%%{init: 1}%% two\nlines"
          attributes: { id: { type: Int, doc: "A \"quoted\" <b>`x`</b> & 50 % ~a~ \\N" } }
      """#)
    #expect(diagram.mermaid.contains("\n  %% {init: 1} two lines\n  A {"))
    #expect(
      diagram.mermaid.contains(
        #"    Int id PK "A #34;quoted#34; #60;b#62;x#60;/b#62; #38; 50 #37; #126;a#126; #92;N""#))
    #expect(
      diagram.dot.contains(#"tooltip="%%{init: 1}%% two lines\nid: A \"quoted\" <b>`x`</b> & 50 % ~a~ \\N""#))
  }
}
