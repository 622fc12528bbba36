import RowsmithSchema
import Testing

/// Families of a schema: lines up, trees down.
@Suite struct SchemaGraphFamilyTests {
  private func graph(_ parents: [(String, String?)]) -> SchemaGraph {
    SchemaGraph(
      Schema(name: "Model", entities: parents.map { Schema.Entity(name: $0.0, parent: $0.1) }))
  }

  @Test func `a family is listed parents first, in the order of the model`() {
    let graph = graph([("D", "B"), ("A", nil), ("C", "A"), ("B", "A"), ("E", "C"), ("F", nil)])
    #expect(graph.descendants(of: "A").map(\.name) == ["A", "C", "E", "B", "D"])
    #expect(graph.lineage(of: "D").map(\.name) == ["A", "B", "D"])
    #expect(graph.root(of: "E")?.name == "A")
    #expect(graph.root(of: "F")?.name == "F")
    #expect(graph.root(of: "G") == nil)
  }

  @Test func `a long line is followed step by step`() {
    let count = 20_000
    let graph = graph((0..<count).map { ("E\($0)", $0 == 0 ? nil : "E\($0 - 1)") })
    #expect(graph.root(of: "E\(count - 1)")?.name == "E0")
    #expect(graph.descendants(of: "E0").count == count)
    #expect(graph.lineage(of: "E\(count - 1)").count == count)
  }

  @Test func `a circle, which no model has, traps nothing`() {
    let graph = graph([("A", "B"), ("B", "C"), ("C", "B")])
    #expect(graph.root(of: "A") != nil)
    #expect(!graph.lineage(of: "A").isEmpty)
    #expect(!graph.descendants(of: "B").isEmpty)
  }
}
