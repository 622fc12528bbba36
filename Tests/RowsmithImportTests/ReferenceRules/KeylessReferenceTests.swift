import Rowsmith
import Testing

/// Rule 6 as the reference has it: rows without a key.
@Suite struct KeylessReferenceTests {
  private static func model(_ inner: String = "Replace") -> String {
    """
    defaults: { MergePolicy: Replace }
    entities:
      Order:
        attributes: { id: Int }
        relationships:
          lines: { to: [Line], inverse: none, ordered: true }
          address: { to: Address?, inverse: none, MergePolicy: \(inner) }
          buyers: { to: [Buyer], inverse: none }
      Line:
        attributes: { text: String?, count: { type: Int, default: 1 } }
        relationships:
          parts: { to: [Part], inverse: none, MergePolicy: \(inner) }
          product: { to: Product?, inverse: none, MergePolicy: Merge }
      Part: { attributes: { name: String? }, relationships: { screws: { to: [Screw], inverse: none } } }
      Screw: { attributes: { size: Int? } }
      Address: { attributes: { city: String? } }
      Product: { attributes: { id: Int } }
      Buyer: { attributes: { id: Int }, relationships: { homes: { to: [Address], inverse: none } } }
    """
  }

  private static let two = """
    {'id':1,'lines':[{'text':'a','parts':[{'name':'p','screws':[{'size':1},{'size':2}]},{'name':'q'}]},
    {'text':'b','count':2,'product':{'id':1}}],'address':{'city':'Rome'}}
    """

  @Test func `an unchanged list changes nothing, to any depth`() throws {
    var scenario = try ReferenceScenario(KeylessReferenceTests.model())
    try scenario.importJSON(KeylessReferenceTests.two, into: "Order")
    #expect(try scenario.isSettled(KeylessReferenceTests.two, into: .entity("Order")))
    #expect(scenario.rows("Screw", "size") == ["1", "2"])
  }

  @Test func `items meet the rows linked there one by one, and are theirs anew`() throws {
    var scenario = try ReferenceScenario(KeylessReferenceTests.model())
    try scenario.importJSON(KeylessReferenceTests.two, into: "Order")
    // The first line loses its parts and their screws, the second its count and its product.
    let report = try scenario.importJSON(
      "{'id':1,'lines':[{'text':'c'},{'text':'d'},{'text':'e'}]}", into: "Order")
    #expect(scenario.rows("Line", "text", "count", "product") == ["c 1 ·", "d 1 ·", "e 1 ·"])
    #expect(scenario.rows("Part", "name") == [])
    #expect(scenario.rows("Screw", "size") == [])
    #expect(scenario.rows("Product", "id") == ["1"])
    #expect(report.entities["Line"]?.inserted == 1)
  }

  @Test func `what deletes the owner takes the rows with it, to any depth`() throws {
    var scenario = try ReferenceScenario(KeylessReferenceTests.model())
    try scenario.importJSON(KeylessReferenceTests.two, into: "Order")
    try scenario.importJSON("[]", into: "Order") { $0.policy = .mergeAndPrune }
    for table in ["Order", "Line", "Part", "Screw", "Address"] {
      #expect(scenario.rows(table) == [], "\(table)")
    }
    #expect(scenario.rows("Product", "id") == ["1"])
  }

  @Test func `what is left over leaves with what it owns`() throws {
    var scenario = try ReferenceScenario(KeylessReferenceTests.model())
    try scenario.importJSON(KeylessReferenceTests.two, into: "Order")
    try scenario.importJSON("{'id':1,'lines':[],'address':null}", into: "Order")
    for table in ["Line", "Part", "Screw", "Address"] { #expect(scenario.rows(table) == [], "\(table)") }
  }

  @Test func `under Merge every item inserts, and a to-one that gets another loses the old one`() throws {
    var scenario = try ReferenceScenario(KeylessReferenceTests.model("Merge"))
    try scenario.importJSON("{'id':1,'address':{'city':'Rome'}}", into: "Order")
    try scenario.importJSON("{'id':1,'address':{'city':'Bari'}}", into: "Order")
    #expect(scenario.rows("Address", "city") == ["Bari"])
    // The lines are the items' anew, so their parts do not add up.
    for _ in 1...2 { try scenario.importJSON("{'id':1,'lines':[{'parts':[{'name':'p'}]}]}", into: "Order") }
    #expect(scenario.rows("Part", "name") == ["p"])
  }

  @Test func `at the root every record inserts`() throws {
    var scenario = try ReferenceScenario(KeylessReferenceTests.model())
    for _ in 1...2 { try scenario.importJSON("{'city':'Rome'}", into: "Address") }
    #expect(scenario.rows("Address", "city") == ["Rome", "Rome"])
  }
}
