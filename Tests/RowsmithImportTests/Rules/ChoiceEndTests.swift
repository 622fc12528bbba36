import Foundation
import Rowsmith
import Testing

/// To-one relationships to one of several entities: the other ends of a link that is ended, and kinds that need one.
@Suite struct ChoiceEndTests {
  private static let zoo = """
    defaults: { MergePolicy: Merge }
    entities:
      Bee:
        Discriminator: kind
        attributes: { id: Int, size: Int? }
        relationships: { liked: { to: [Dog], inverse: likes } }
      Dog:
        extends: Bee
        relationships: { likes: { oneOf: { bee: Bee, elk: Elk }, Discriminator: sort REQUIRED } }
      Elk: { attributes: { id: Int }, relationships: { pet: { to: Dog?, inverse: likes } } }
    """

  private func scenario(isRequired: Bool) throws -> ImportScenario {
    try ImportScenario(
      Self.zoo.replacingOccurrences(of: " REQUIRED", with: isRequired ? ", required: true" : ""))
  }

  private static let bees = "SELECT entityName, id, size, likesBee, likesElk FROM Bee ORDER BY id"
  private static let elks = "SELECT id, pet FROM Elk ORDER BY id"

  @Test(arguments: [
    (#"{"id":3,"liked_ids":[1]}"#, "Bee"), (#"{"id":3,"liked":[{"kind":"Dog","id":1}]}"#, "Bee"),
    (#"{"kind":"Dog","id":1,"likes_id":3,"likes_type":"bee"}"#, "Bee"),
    (#"{"kind":"Dog","id":1,"likes":{"sort":"bee","id":3}}"#, "Dog"),
  ])
  func `the record that it led to one to one is let go, whoever says where it leads now`(
    json: String, entity: String
  ) throws {
    let scenario = try scenario(isRequired: false)
    try scenario.importJSON(#"[{"id":3},{"id":4}]"#, into: "Bee")
    try scenario.importJSON(#"[{"id":4,"pet":{"kind":"Dog","id":1}},{"id":5}]"#, into: "Elk")
    try scenario.expect(Self.elks, "4 | 1\n5 | ·")
    let report = try scenario.importJSON(json, into: entity)
    try scenario.expect(Self.elks, "4 | ·\n5 | ·")
    try scenario.expect(Self.bees, "Dog | 1 | · | 3 | ·\nBee | 3 | · | · | ·\nBee | 4 | · | · | ·")
    // Both ends of the link one to one are counted.
    #expect(report.links.added == 1 && report.links.removed == 2)
  }

  @Test func `a record becomes of a kind that needs one where another mention gives it`() throws {
    let scenario = try scenario(isRequired: true)
    try scenario.importJSON(#"[{"id":1,"size":2},{"id":3}]"#, into: "Bee")
    let lacking = #"{"kind":"Dog","id":1,"size":5}"#
    let error = try scenario.failure("[\(lacking)]", into: "Bee")
    #expect(error.path == "$[0]" && error.message.contains("expected 'likes', found nothing"), "\(error)")
    try scenario.importJSON(
      "[\(lacking),{\"kind\":\"Dog\",\"id\":1,\"likes_id\":3,\"likes_type\":\"bee\"}]", into: "Bee")
    try scenario.expect(Self.bees, "Dog | 1 | 5 | 3 | ·\nBee | 3 | · | · | ·")
  }

  @Test(arguments: [
    #"[{"kind":"Dog","id":1,"size":5}]"#, #"[{"kind":"Dog","id":1,"size":5},{"id":1,"size":6}]"#,
  ])
  func `where bad records are skipped, one that becomes of a kind that needs one is as it was`(json: String)
    throws
  {
    let scenario = try scenario(isRequired: true)
    try scenario.importJSON(#"[{"id":1,"size":2},{"id":3}]"#, into: "Bee")
    let report = try scenario.importJSON(json, into: "Bee") { $0.onInvalid = .skip }
    #expect(report.skipped.first?.path == "$[0]")
    try scenario.expect(
      Self.bees, "Bee | 1 | \(json.contains("6") ? 6 : 2) | · | ·\nBee | 3 | · | · | ·")
  }
}
