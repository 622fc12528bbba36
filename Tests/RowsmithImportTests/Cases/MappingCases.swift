import Rowsmith
import Testing

/// Cases from WAMapping, by number, as the import rules have them.
@Suite struct MappingCases {
  private static func model(_ policy: String = "Merge", keyed: Bool = true, id: String = "Int") -> String {
    """
    defaults: { MergePolicy: \(policy) }
    entities:
      Enterprise:
        \(keyed ? "PrimaryKey: itemID" : "doc: without a key")
        attributes:
          itemID: { type: \(id), ImportName: id }
          name: String?
          streetNumber: { type: Int?, ImportName: address.street_number }
          creationDate: { type: Date?, DateFormat: "yyyy-MM-dd" }
        relationships:
          employees: { to: [Employee], inverse: enterprise }
          orderedEmployees: { to: [Employee], ordered: true, inverse: none }
          chiefs: { to: [Employee], ordered: true, inverse: none }
          offices: { to: [Office], inverse: none }
      Employee:
        PrimaryKey: itemID
        attributes:
          itemID: { type: \(id), ImportName: id }
          firstName: String?
          birthDate: { type: Date?, DateFormat: yyyy }
        relationships: { enterprise: Enterprise? }
      Office:
        PrimaryKey: itemID
        attributes: { itemID: { type: Int, ImportName: id } }
        relationships: { advisor: Employee? }
    """
  }

  private static let enterprise =
    #""id":1,"name":"Wasappli","creation_date":"2013-10-01","address":{"street_number":5149}"#

  private static let employees = """
    [{"id":1,"first_name":"Marian"},{"id":2,"first_name":"Jérémy"},{"id":3,"first_name":"Arnaud"}]
    """

  private static let linked = "SELECT itemID, firstName FROM Employee WHERE enterprise = 1 ORDER BY 1"

  private func scenario(_ policy: String = "Merge", id: String = "Int") throws -> ImportScenario {
    try ImportScenario(MappingCases.model(policy, id: id), comparingReference: false)
  }

  @Test func `C-M01: key paths and a date format`() throws {
    let scenario = try scenario()
    try scenario.importJSON("{\(MappingCases.enterprise)}", into: "Enterprise")
    try scenario.expect(
      "SELECT itemID, name, streetNumber, creationDate FROM Enterprise",
      "1 | Wasappli | 5149 | 2013-10-01T00:00:00.000Z")
  }

  @Test func `C-M01: without a key every import inserts`() throws {
    let scenario = try ImportScenario(
      "entities: { Enterprise: { attributes: { name: String? } } }")
    for _ in 0..<2 { try scenario.importJSON(#"{"name":"Wasappli"}"#, into: "Enterprise") }
    try scenario.expect("SELECT name FROM Enterprise", "Wasappli\nWasappli")
  }

  @Test func `C-M02: null clears, absence keeps, a null on the way counts as null`() throws {
    let scenario = try scenario()
    try scenario.importJSON("{\(MappingCases.enterprise)}", into: "Enterprise")
    try scenario.importJSON(#"{"id":1}"#, into: "Enterprise")
    try scenario.expect("SELECT name, streetNumber FROM Enterprise", "Wasappli | 5149")
    try scenario.importJSON(#"{"id":1,"name":null}"#, into: "Enterprise")
    try scenario.expect("SELECT name, streetNumber FROM Enterprise", "· | 5149")
    try scenario.importJSON(#"{"id":1,"address":null}"#, into: "Enterprise")
    try scenario.expect("SELECT name, streetNumber FROM Enterprise", "· | ·")
  }

  @Test func `C-M03: embedded records`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      #"{\#(MappingCases.enterprise),"employees":[{"id":1,"first_name":"Marian","birth_date":"1987"}]}"#,
      into: "Enterprise")
    try scenario.expect(
      "SELECT itemID, firstName, birthDate, enterprise FROM Employee",
      "1 | Marian | 1987-01-01T00:00:00.000Z | 1")
  }

  @Test func `C-M04: a list of keys, one key, and nothing`() throws {
    let chiefs = "SELECT target FROM Enterprise_chiefs ORDER BY position"
    let scenario = try scenario("MergeAndPrune")
    try scenario.importJSON(MappingCases.employees, into: "Employee")
    for (value, keys) in [("1", "1"), ("[1,2,3]", "1\n2\n3"), ("[3,1]", "3\n1"), ("null", "")] {
      try scenario.importJSON(#"{\#(MappingCases.enterprise),"chiefs":\#(value)}"#, into: "Enterprise")
      try scenario.expect(chiefs, keys)
    }
    try scenario.expect("SELECT count(*) FROM Employee", "3")
  }

  @Test func `C-M05: relationships of relationships`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      """
      {"id":1,"first_name":"Marian","enterprise":{\(MappingCases.enterprise),"offices":[
      {"id":1,"advisor":{"id":2,"first_name":"Advisor 1"}},{"id":2,"advisor":{"id":3,"first_name":"Advisor 2"}}]}}
      """, into: "Employee")
    try scenario.expect(
      "SELECT name FROM Employee JOIN Enterprise ON enterprise = Enterprise.itemID", "Wasappli")
    try scenario.expect(
      "SELECT Office.itemID, firstName FROM Office JOIN Employee ON advisor = Employee.itemID ORDER BY 1",
      "1 | Advisor 1\n2 | Advisor 2")
  }

  @Test func `C-M06: an item named twice is linked once, where it stood first`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      """
      {\(MappingCases.enterprise),"ordered_employees":[{"id":1,"first_name":"Marian"},
      {"id":4,"first_name":"Jérémy"},{"id":2,"first_name":"Arnaud"},{"id":1,"first_name":"Marian"}]}
      """, into: "Enterprise")
    try scenario.expect(
      "SELECT target, position FROM Enterprise_orderedEmployees ORDER BY position", "1 | 0\n4 | 1\n2 | 2")
    try scenario.expect("SELECT count(*) FROM Employee", "3")
  }

  @Test func `C-M07: null empties a relationship, absence keeps it`() throws {
    let scenario = try scenario("MergeAndPrune")
    let full = #"{\#(MappingCases.enterprise),"employees":[{"id":1,"first_name":"Marian"}]}"#
    try scenario.importJSON(full, into: "Enterprise")
    try scenario.importJSON("{\(MappingCases.enterprise)}", into: "Enterprise")
    try scenario.expect(MappingCases.linked, "1 | Marian")
    try scenario.importJSON(#"{\#(MappingCases.enterprise),"employees":null}"#, into: "Enterprise")
    try scenario.expect(MappingCases.linked, "")
  }

  @Test func `C-M08: text keys`() throws {
    let scenario = try scenario(id: "String")
    try scenario.importJSON(
      #"{"id":"ce3fdgf4","employees":[{"id":"jdfskfds7","first_name":"Marian"}]}"#, into: "Enterprise")
    try scenario.importJSON(
      """
      [{"id":"jdfskfds7","first_name":"Marian modified"},{"id":"crez6gmh","first_name":"Jérémy"},
      {"id":"lfdtr5gl","first_name":"Arnaud"}]
      """, into: "Employee")
    try scenario.expect(
      "SELECT firstName, enterprise FROM Employee ORDER BY itemID",
      "Jérémy | ·\nMarian modified | ce3fdgf4\nArnaud | ·")
  }

  @Test(arguments: [
    ("Merge", ["1", "1\n2\n4", "1\n2\n4", "1\n2\n4"]), ("Replace", ["1", "2\n4", "2\n4", ""]),
  ])
  func `C-M09 and C-M10: a to-many over four imports`(policy: String, keys: [String]) throws {
    let scenario = try scenario(policy)
    let documents = [
      #""employees":[{"id":1,"first_name":"Marian"}]"#,
      #""employees":[{"id":4,"first_name":"Jérémy"},{"id":2,"first_name":"Arnaud"}]"#,
      #""name":"Wasappli""#,
      #""employees":null"#,
    ]
    for (document, keys) in zip(documents, keys) {
      try scenario.importJSON(#"{"id":1,\#(document)}"#, into: "Enterprise")
      try scenario.expect("SELECT itemID FROM Employee WHERE enterprise = 1 ORDER BY 1", keys)
      try scenario.expect("SELECT itemID FROM Employee ORDER BY 1", keys)
    }
  }

  @Test(arguments: [
    ("Merge", ["1 | 1", "2 | 2", "2 | 2", "· | 2"]), ("Replace", ["1 | 1", "2 | 1", "2 | 1", "· | 0"]),
  ])
  func `C-M11: a to-one over four imports`(policy: String, results: [String]) throws {
    let scenario = try scenario(policy)
    let other = #""id":2,"name":"iPuP","creation_date":"2009-07-01","address":{"street_number":13}"#
    let documents = [
      #","enterprise":{\#(MappingCases.enterprise)}"#, #","enterprise":{\#(other)}"#, "",
      #","enterprise":null"#,
    ]
    for (document, result) in zip(documents, results) {
      try scenario.importJSON(#"{"id":1,"first_name":"Marian"\#(document)}"#, into: "Employee")
      try scenario.expect("SELECT enterprise, (SELECT count(*) FROM Enterprise) FROM Employee", result)
    }
  }
}
