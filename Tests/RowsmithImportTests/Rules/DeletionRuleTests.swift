import Rowsmith
import Testing

/// Rules 6 and 7: delete rules and pruning the root.
@Suite struct DeletionRuleTests {
  private static func model(_ rule: String, required: Bool = false) -> String {
    """
    defaults: { MergePolicy: Merge }
    entities:
      Band:
        attributes: { id: Int }
        relationships:
          albums: { to: [Album], inverse: band, DeleteRule: \(rule) }
          styles: { to: [Style], inverse: bands, DeleteRule: \(rule) }
      Album: { attributes: { id: Int }, relationships: { band: "\(required ? "Band" : "Band?")" } }
      Style: { attributes: { id: Int }, relationships: { bands: [Band] } }
      Fan: { attributes: { id: Int }, relationships: { band: { to: Band?, inverse: none } } }
    documents: { all: { bands: [Band], albums: [Album] } }
    """
  }

  private static let counts = """
    SELECT (SELECT count(*) FROM Band), (SELECT count(*) FROM Album), (SELECT count(band) FROM Album),
      (SELECT count(*) FROM Style), (SELECT count(*) FROM Band_styles), (SELECT count(band) FROM Fan)
    """

  private func started(_ rule: String, required: Bool = false) throws -> ImportScenario {
    let scenario = try ImportScenario(DeletionRuleTests.model(rule, required: required))
    try scenario.importJSON(
      #"[{"id":1,"albums":[{"id":1},{"id":2}],"styles":[{"id":1},{"id":2}]},{"id":2,"styles":[2]}]"#,
      into: "Band")
    try scenario.importJSON(#"[{"id":1,"band":1},{"id":2,"band":2}]"#, into: "Fan")
    return scenario
  }

  private func prune(_ options: inout ImportOptions) { options.policy = .mergeAndPrune }

  @Test func `Nullify clears the links`() throws {
    let scenario = try started("Nullify")
    let report = try scenario.importJSON(#"[{"id":2}]"#, into: "Band", prune)
    try scenario.expect(DeletionRuleTests.counts, "1 | 2 | 0 | 2 | 1 | 1")
    #expect(report.entities["Band"]?.deleted == 1)
    #expect(report.links.removed == 5)
    #expect(report.unresolved == [:])
  }

  @Test func `Cascade deletes the items that no other row has`() throws {
    let scenario = try started("Cascade")
    let report = try scenario.importJSON(#"[{"id":2}]"#, into: "Band", prune)
    try scenario.expect(DeletionRuleTests.counts, "1 | 0 | 0 | 1 | 1 | 1")
    #expect(report.entities["Album"]?.deleted == 2)
    #expect(report.entities["Style"]?.deleted == 1)
  }

  @Test func `what refuses a deletion is named by its key`() throws {
    let denied = try started("Deny").failure(#"[{"id":2}]"#, into: "Band", prune)
    let ending = " has items (one has the key 1); its DeleteRule is Deny"
    #expect(denied.message.hasSuffix(ending), "\(denied.message)")
    let required = try started("Nullify", required: true).failure(#"[{"id":2}]"#, into: "Band", prune)
    let reason = " refers to it (the one with the key 1): 'Album.band' is required"
    #expect(required.message.hasSuffix(reason), "\(required.message)")
  }

  @Test func `Deny refuses while items exist`() throws {
    let scenario = try started("Deny")
    let error = try scenario.failure(#"[{"id":2}]"#, into: "Band", prune)
    #expect(error.reason == .refused)
    #expect(error.entity == "Band")
    try scenario.importJSON(#"{"id":3}"#, into: "Band")
    try scenario.importJSON(#"[{"id":1},{"id":2}]"#, into: "Band", prune)
    try scenario.expect("SELECT id FROM Band ORDER BY id", "1\n2")
  }

  @Test(arguments: ["Cascade", "Deny"])
  func `a link that waits for another entity of the family leads to no item`(rule: String) throws {
    func started(comparingReference: Bool) throws -> ImportScenario {
      let scenario = try ImportScenario(
        """
        defaults: { MergePolicy: Merge }
        entities:
          Pet: { Discriminator: kind, attributes: { id: Int } }
          Bird: { extends: Pet }
          Dog: { extends: Pet }
          Cat:
            extends: Pet
            relationships:
              enemy: { to: Dog?, inverse: none, DeleteRule: \(rule) }
              rivals: { to: [Dog], inverse: none, DeleteRule: \(rule) }
        """, comparingReference: comparingReference)
      try scenario.importJSON(
        #"[{"id":1,"kind":"Bird"},{"id":2,"kind":"Cat","enemy":1,"rivals":[1]}]"#, into: "Pet")
      return scenario
    }
    let pruned = try started(comparingReference: true)
    try pruned.importJSON(#"[{"id":3,"kind":"Cat"}]"#, into: "Cat", prune)
    try pruned.expect("SELECT id, entityName FROM Pet ORDER BY id", "1 | Bird\n3 | Cat")
    let asked = try started(comparingReference: false)
    try asked.test.store.write { db in _ = try db.delete(entity: "Cat", key: [.integer(2)]) }
    try asked.expect("SELECT id, entityName FROM Pet", "1 | Bird")
  }

  @Test func `a required to-one refuses the delete of its target, unless it goes too`() throws {
    let scenario = try started("Nullify", required: true)
    #expect(try scenario.failure(#"[{"id":2}]"#, into: "Band", prune).reason == .refused)
    for document in [#"{"bands":[{"id":2}],"albums":[]}"#, #"{"albums":[],"bands":[{"id":2}]}"#] {
      let scenario = try started("Nullify", required: true)
      try scenario.importJSON(document, into: .document("all"), prune)
      try scenario.expect(DeletionRuleTests.counts, "1 | 0 | 0 | 2 | 1 | 1")
    }
  }

  @Test func `replacing the root keeps the rows it names, with their links, and deletes the others`() throws {
    let scenario = try started("Nullify")
    let report = try scenario.importJSON(#"[{"id":2},{"id":3}]"#, into: "Band") { $0.policy = .replace }
    let band = report.entities["Band"]
    #expect(band?.inserted == 1 && band?.unchanged == 1 && band?.deleted == 1)
    try scenario.expect(DeletionRuleTests.counts, "2 | 2 | 0 | 2 | 1 | 1")
  }

  @Test func `pruning a document touches the collections that it holds`() throws {
    let scenario = try started("Nullify")
    try scenario.importJSON(#"{"albums":[{"id":2}]}"#, into: .document("all"), prune)
    try scenario.expect(DeletionRuleTests.counts, "2 | 1 | 1 | 2 | 3 | 2")
  }

  @Test func `a row embedded anywhere counts as present`() throws {
    let scenario = try started("Nullify")
    try scenario.importJSON(#"[{"id":1,"band":{"id":1}}]"#, into: "Album", prune)
    try scenario.expect("SELECT id, band FROM Album", "1 | 1")
    try scenario.importJSON(#"[{"id":2,"albums":[{"id":1,"band":{"id":1}}]}]"#, into: "Band", prune)
    try scenario.expect("SELECT id FROM Band ORDER BY id", "1\n2")
  }

  @Test func `a parent-scoped import is the import of one relationship's value`() throws {
    let albums = ImportTarget.relationship(parent: "Band", key: [.integer(1)], name: "albums")
    let scenario = try started("Nullify")
    try scenario.importJSON(#"[{"id":2},{"id":3}]"#, into: albums)
    try scenario.expect("SELECT id, band FROM Album ORDER BY id", "1 | 1\n2 | 1\n3 | 1")
    try scenario.importJSON("[2]", into: albums) { $0.policy = .mergeAndPrune }
    try scenario.expect("SELECT id, band FROM Album ORDER BY id", "1 | ·\n2 | 1\n3 | ·")
    let report = try scenario.importJSON(#"[{"id":3}]"#, into: albums) { $0.policy = .mergeAndPrune }
    try scenario.expect("SELECT id, band FROM Album ORDER BY id", "1 | ·\n3 | 1")
    #expect(report.entities["Band"] == nil)
  }

  @Test func `a parent-scoped import needs its parent and its relationship`() throws {
    let scenario = try started("Nullify")
    for target in [
      ImportTarget.relationship(parent: "Band", key: [.integer(9)], name: "albums"),
      .relationship(parent: "Band", key: [.integer(1)], name: "songs"),
      .relationship(parent: "Singer", key: [.integer(1)], name: "albums"),
      .relationship(parent: "Band", key: [], name: "albums"),
      .relationship(parent: "Band", key: [.integer(1), .integer(1)], name: "albums"),
    ] {
      #expect(try scenario.failure("[]", into: target).reason == .unknownTarget, "\(target)")
    }
  }
}
