import Testing

@testable import Rowsmith

/// Attributes whose names are words of SQL.
@Suite struct WordNameTests {
  private static let places = [
    ("true", "", ""), ("", "true", ""), ("true", "true", "true"), ("", "", "true"),
  ]

  private static func model(_ names: (String, String, String)) -> String {
    func attribute(_ name: String) -> String { name.isEmpty ? "" : ", \(name): Bool?, false: Bool?" }
    return """
      defaults: { MergePolicy: Merge }
      entities:
        Shelf: { attributes: { id: Int\(attribute(names.2)) }, relationships: { owners: { to: [Owner], inverse: none, MergePolicy: Replace } } }
        Owner:
          attributes: { id: Int\(attribute(names.0)) }
          relationships:
            items: { to: [Item], inverse: owner, DeleteRule: Cascade }
            best: { to: Extra?, inverse: none, DeleteRule: Cascade }
        Item: { attributes: { id: Int\(attribute(names.1)) }, relationships: { owner: Owner? } }
        Extra: { attributes: { id: Int\(attribute(names.1)) }, relationships: { friend: { to: Owner?, inverse: none } } }
      """
  }

  @Test(arguments: places)
  func `what leaves is judged as elsewhere`(names: (String, String, String)) throws {
    let scenario = try ImportScenario(Self.model(names))
    for value in ["true", "false", "null"] {
      let members = "\"true\":\(value),\"false\":\(value)"
      try scenario.importJSON(
        """
        [{"id":1,\(members),"owners":[
          {"id":1,\(members),"items":[{"id":1,\(members)},{"id":2,\(members)}],"best":{"id":1,\(members),"friend":1}},
          {"id":2,\(members),"items":[{"id":3,\(members)}],"best":{"id":2,\(members),"friend":1}}]}]
        """, into: "Shelf")
      try scenario.importJSON(#"{"id":1,"owners":[{"id":2,"items":[{"id":1}]}]}"#, into: "Shelf")
      try scenario.expect("SELECT id FROM Owner ORDER BY id", "1\n2")
      try scenario.importJSON(#"{"id":1,"owners":[{"id":2,"best":null,"items":[]}]}"#, into: "Shelf")
      try scenario.importJSON(#"{"id":2,"friend":null}"#, into: "Extra")
      try scenario.importJSON(#"{"id":1,"owners":[1,2]}"#, into: "Shelf")
      try scenario.importJSON(#"{"id":1,"owners":[{"id":2}]}"#, into: "Shelf")
      try scenario.expect("SELECT id FROM Owner ORDER BY id", "2")
      try scenario.importJSON("[]", into: "Shelf") { $0.policy = .mergeAndPrune }
      try scenario.importJSON("[]", into: "Owner") { $0.policy = .mergeAndPrune }
      try scenario.expect("SELECT id FROM Owner ORDER BY id", "")
    }
  }

  @Test(arguments: [0, Int.max])
  func `a history has all rows, also of a large import`(lateIndexBytes: Int) throws {
    let file = try HistoryFile(
      """
      rowsmith: 1
      history: true
      entities: { Band: { PrimaryKey: name, attributes: { name: String, true: Bool?, false: Bool?, kind: Int?, token: Int? } } }
      """)
    var options = ImportOptions()
    options.lateIndexBytes = lateIndexBytes
    try file.importJSON(
      #"[{"name":"a","true":true},{"name":"b","true":false,"kind":3},{"name":"c","false":true,"token":9}]"#,
      "Band", options)
    #expect(
      try file.changes().sorted()
        == ["Band a inserted import", "Band b inserted import", "Band c inserted import"])
  }
}
