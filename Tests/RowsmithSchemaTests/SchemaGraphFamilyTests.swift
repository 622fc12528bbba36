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

  private func members(_ entities: [(String, String?, [Schema.Attribute])]) -> SchemaGraph {
    SchemaGraph(
      Schema(
        name: "Model", entities: entities.map { Schema.Entity(name: $0.0, parent: $0.1, attributes: $0.2) }))
  }

  @Test func `a member is found where an entity or one above it declares it`() {
    let graph = members([
      ("B", "A", [.required("b", .int)]), ("A", nil, [.required("a", .int)]),
      ("C", "A", [.required("c", .int)]),
    ])
    #expect(["a", "b", "c", "d"].map { graph.attribute($0, of: "B") != nil } == [true, true, false, false])
    #expect(graph.attribute("b", of: "A") == nil)
    #expect(["A", "B", "C", "D"].map { graph.extends("B", $0) } == [true, true, false, false])
    #expect(!graph.extends("A", "B"))
  }

  @Test func `of members with the same name, which no model has, the highest is found`() {
    let graph = members([
      ("C", "B", []), ("B", "A", [.required("a", .int)]), ("A", nil, [.optional("a", .int)]),
      ("D", "A", [.required("x", .int)]), ("E", "A", [.optional("x", .int)]),
    ])
    #expect(["A", "B", "C"].map { graph.attribute("a", of: $0)?.isOptional } == [true, true, true])
    #expect(["D", "E", "C"].map { graph.attribute("x", of: $0)?.isOptional } == [false, true, nil])
    let circle = members([("A", "B", [.required("a", .int)]), ("B", "A", []), ("C", "B", [])])
    #expect(circle.attribute("a", of: "C") != nil && circle.extends("C", "A"))
  }

  @Test(.timeLimit(.minutes(10))) func `every member of a long line is found in one step`() {
    let count = 20_000
    let graph = members(
      (0..<count).map { ("E\($0)", $0 == 0 ? nil : "E\($0 - 1)", [.required("a\($0)", .int)]) })
    let found = (0..<count).filter { graph.attribute("a\($0)", of: "E\(count - 1)") != nil }
    #expect(found.count == count)
  }
}
