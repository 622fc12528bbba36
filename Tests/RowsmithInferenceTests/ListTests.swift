import Rowsmith
import RowsmithInference
import TestSupport
import Testing

/// Records in lists: in a column of their own, or in a table of links.
@Suite struct ListTests {
  /// Orders, each with as many lines.
  private func orders(_ count: Int, lines: Int, named name: String = "lines", extra: String = "") -> String {
    let orders = (0..<count).map { order in
      let lines = (0..<lines).map { #"{"id": \#(order * lines + $0), "what": "w\#($0)"\#(extra)}"# }
      return #"{"id": \#(order), "\#(name)": [\#(lines.joined(separator: ","))]}"#
    }
    return "[\(orders.joined(separator: ","))]"
  }

  private func infer(_ json: String) throws -> InferredModel {
    var options = Inference.Options()
    options.name = "orders"
    return try Inference.infer([.string(json)], options)
  }

  @Test func `records that are each in one list of many have a column for whose they are`() throws {
    let json = orders(6, lines: 4)
    let inferred = try infer(json)
    #expect(
      inferred.draft.yaml().hasSuffix(
        """
            relationships:
              lines: { to: [Line], ordered: true }

          Line:
            attributes:
              id: Int
              what: String
            relationships:
              order: { to: Order?, export: false }  # each of 24 looked at was in one list

        """))
    let imported = try Imported(inferred, .string(json))
    #expect(try imported.database.rows(of: "Line") == 24)
    #expect(throws: PlainDatabase.Failure.self) { try imported.database.rows(of: "Order_lines") }
  }

  @Test(arguments: [
    // Too few to say what the next document has.
    (4, 10, "lines", ""), (6, 3, "lines", ""),
    // What several have by its nature.
    (6, 4, "labels", ""), (6, 4, "assignees", ""),
    // A name that is there already.
    (6, 4, "lines", #", "order": "x""#), (6, 4, "lines", #", "order_id": "x""#),
  ])
  func `where it is not sure, links have a table`(_ count: Int, _ lines: Int, _ name: String, _ extra: String)
    throws
  {
    let draft = try infer(orders(count, lines: lines, named: name, extra: extra)).draft
    #expect(draft.entities.count == 2)
    #expect(draft.entities[1].relationships.isEmpty)
  }

  @Test func `records that are somewhere else, too, have no one whose they are`() throws {
    let json =
      String(orders(6, lines: 4).dropLast()) + #", {"id": 9, "lines": [], "first": {"id": 1, "what": "w1"}}]"#
    let draft = try infer(json).draft
    #expect(draft.entities[1].relationships.isEmpty)
  }

  @Test func `that records are in several lists is said`() throws {
    let draft = try infer(
      #"[{"id": 1, "parts": [{"id": 1, "a": 1}, {"id": 2, "a": 2}]}, {"id": 2, "parts": [{"id": 2, "a": 2}]}]"#
    ).draft
    #expect(draft.entities[0].relationships[0].comment == "1 of 2 in several lists")
  }

  @Test func `whose a record is stays as a person has written it`() throws {
    let model = """
      rowsmith: 1
      entities:
        Order:
          attributes: { id: Int }
          relationships: { lines: { to: [Line], ordered: true, MergePolicy: Merge } }
        Line:
          attributes: { id: Int, what: String }

      """
    let inferred = try infer(orders(6, lines: 4))
    #expect(try HintedModel(text: model, path: "Orders.yml").adding(inferred).text == model)
  }
}
