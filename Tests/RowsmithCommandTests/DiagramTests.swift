import Foundation
import Testing

/// `rowsmith diagram`.
struct DiagramTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      rowsmith: 1
      entities:
        A:
          doc: What it is.
          attributes: { id: Int, tags: "[String]?" }
          relationships: { next: { to: A?, MergePolicy: Merge, doc: What follows. } }
      """, to: "One.yml")
    try folder.write("rowsmith: 1\nentities: { B: { attributes: { id: Int } } }\n", to: "Two.yml")
  }

  @Test
  func `draws for Mermaid unless told otherwise`() throws {
    let outcome = try RowsmithProcess.run(["diagram", "One.yml"], in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        erDiagram
          %% What it is.
          A {
            Int id PK
            String[](optional) tags
            Int(optional) next FK "What follows."
          }
          A }o--o| A : "next"

        """)
    #expect(outcome.diagnostics == "")
    #expect(
      try RowsmithProcess.run(["diagram", "One.yml", "--as", "mermaid"], in: folder).output == outcome.output)
  }

  @Test
  func `draws for Graphviz`() throws {
    let outcome = try RowsmithProcess.run(["diagram", "Two.yml", "--as", "dot"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("digraph \"Two\" {\n"))
  }

  @Test
  func `as JSON`() throws {
    let outcome = try RowsmithProcess.run(["diagram", "One.yml", "--format", "json"], in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.output
        == #"[{"model":"One","entities":[{"name":"A","extends":null,"doc":"What it is.","columns":["#
        + #"{"name":"id","type":"Int","array":false,"optional":false,"keys":["PK"],"doc":null},"#
        + #"{"name":"tags","type":"String","array":true,"optional":true,"keys":[],"doc":null},"#
        + #"{"name":"next","type":"Int","array":false,"optional":true,"keys":["FK"],"doc":"What follows."}]}],"#
        + #""relationships":[{"from":{"entity":"A","relationship":"next","count":"many"},"#
        + #""to":{"entity":"A","relationship":null,"count":"zeroOrOne"}}]}]"# + "\n")
  }

  @Test
  func `a language for JSON is wrong usage`() throws {
    let outcome = try RowsmithProcess.run(
      ["diagram", "One.yml", "--as", "dot", "--format", "json"], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
  }
}
