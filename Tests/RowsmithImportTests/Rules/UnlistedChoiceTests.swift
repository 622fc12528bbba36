import Rowsmith
import Testing

/// A value that is of none of the entities to which a to-one relationship may lead is skipped, and counted.
@Suite struct UnlistedChoiceTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Kid:
        attributes: { id: Int }
        relationships: { pet: { oneOf: { bees: Bee, elks: Elk }, Discriminator: kind } }
      Bee: { attributes: { id: Int } }
      Elk: { attributes: { id: Int } }
    """

  @Test(arguments: [
    #""pet":1,"pet_type":"ox","pet":1"#, #""pet":1,"pet_id":2,"pet_type":"ox""#,
    #""pet_id":2,"pet_type":"ox","pet":1"#, #""pet":null,"pet_id":2,"pet_type":"ox""#,
    #""pet_id":2,"pet":null,"pet_type":"ox""#,
  ])
  func `one record's counts once, however it is spelled, and leaves what is linked`(pet: String) throws {
    let scenario = try ImportScenario(UnlistedChoiceTests.model)
    try scenario.importJSON(#"{"id":1,"pet":{"kind":"bees","id":5}}"#, into: "Kid")
    let report = try scenario.importJSON(#"{"id":1,"# + pet + "}", into: "Kid")
    #expect(report.unlistedKinds["Kid.pet"]?.count == 1)
    try scenario.expect("SELECT pet_type, pet_id FROM Kid", "Bee | 5")
  }

  @Test(arguments: [
    #""pet":{"kind":"elks","id":7},"pet_id":2,"pet_type":"ox""#,
    #""pet_id":2,"pet_type":"ox","pet":{"kind":"elks","id":7}"#,
  ])
  func `one that another value goes before does not count`(pet: String) throws {
    let scenario = try ImportScenario(UnlistedChoiceTests.model)
    let report = try scenario.importJSON(#"{"id":1,"# + pet + "}", into: "Kid")
    #expect(report.unlistedKinds.isEmpty)
    try scenario.expect("SELECT pet_type, pet_id FROM Kid", "Elk | 7")
  }
}
