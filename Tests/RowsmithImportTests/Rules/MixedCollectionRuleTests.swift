import Rowsmith
import Testing

/// Lists and members of different entities, told apart in place.
@Suite struct MixedCollectionRuleTests {
  private static let document = """
    defaults: { MergePolicy: Merge }
    entities:
      Article: { attributes: { id: Int, title: String? }, relationships: { author: { to: Person?, inverse: none } } }
      Person: { attributes: { id: Int, name: String } }
      Comment: { attributes: { id: Int, text: String? } }
    documents:
      api: { data: [Article], included: { oneOf: { people: Person, comments: Comment }, Discriminator: type } }
    """

  @Test func `a member of several entities is told apart in place, and what is not listed is counted`() throws
  {
    let scenario = try ImportScenario(MixedCollectionRuleTests.document)
    let report = try scenario.importJSON(
      """
      {"included":[{"type":"people","id":1,"name":"Ann"},{"type":"tags","id":"not a number"},{"type":"comments","id":1},
      {"id":5},{"type":7,"id":5},{"type":"people","id":2,"name":"Bob"}],"data":[{"id":1,"author":1}]}
      """, into: .document("api"))
    try scenario.expect("SELECT id, name FROM Person ORDER BY id", "1 | Ann\n2 | Bob")
    try scenario.expect("SELECT id FROM Comment", "1")
    #expect(report.unlistedKinds == ["included": .init(count: 3, example: "$.included[1]")])
    #expect(report.skippedCount == 0)
    #expect(report.unknownKeys == [:])
  }

  @Test func `a discriminator may be a number that the model lists`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Media: { Discriminator: { key: type, values: { 1: Media, 2: Image } }, attributes: { id: Int } }
        Image: { extends: Media, attributes: { width: Int? } }
        Tag: { attributes: { id: Int } }
      documents:
        feed: { items: { oneOf: { 1: Tag, 2: Media }, Discriminator: sort } }
      """, comparingReference: false)
    try scenario.importJSON(#"[{"type":2,"id":1,"width":3},{"type":1,"id":2}]"#, into: "Media")
    try scenario.expect("SELECT entityName, id FROM Media ORDER BY id", "Image | 1\nMedia | 2")
    let report = try scenario.importJSON(
      #"{"items":[{"sort":1,"id":7},{"sort":3,"id":8},{"sort":1.0,"id":9}]}"#, into: .document("feed"))
    try scenario.expect("SELECT id FROM Tag", "7")
    #expect(report.unlistedKinds == ["items": .init(count: 2, example: "$.items[1]")])
    let error = try scenario.failure(#"{"type":3,"id":1}"#, into: "Media")
    #expect(error.path == "$.type")
    #expect(error.message.hasPrefix("expected one of 1, 2, found 3"), "\(error)")
  }

  @Test func `a discriminator may be a truth value that the model lists`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Entry: { Discriminator: { key: is_dir, values: { true: Folder, false: File } }, attributes: { id: Int } }
        Folder: { extends: Entry }
        File: { extends: Entry, attributes: { size: Int? } }
      documents:
        feed: { items: { oneOf: { true: Folder, false: File }, Discriminator: is_dir } }
      """, comparingReference: false)
    try scenario.importJSON(#"[{"is_dir":true,"id":1},{"is_dir":false,"id":2,"size":3}]"#, into: "Entry")
    try scenario.importJSON(
      #"{"items":[{"is_dir":false,"id":4},{"is_dir":true,"id":5}]}"#, into: .document("feed"))
    try scenario.expect(
      "SELECT entityName, id FROM Entry ORDER BY id", "Folder | 1\nFile | 2\nFile | 4\nFolder | 5")
  }

  @Test func `what is malformed in it fails the import all the same`() throws {
    let scenario = try ImportScenario(MixedCollectionRuleTests.document)
    #expect(
      try scenario.failure(#"{"included":[{"type":"tags","id":}]}"#, into: .document("api")).reason
        == .malformedJSON)
    #expect(
      try scenario.failure(#"{"included":[{"type":"people","id":1}]}"#, into: .document("api")).reason
        == .missingValue)
  }

  @Test func `pruning touches every entity of the member`() throws {
    let scenario = try ImportScenario(MixedCollectionRuleTests.document)
    try scenario.importJSON(
      #"{"included":[{"type":"people","id":1,"name":"Ann"},{"type":"comments","id":1}],"data":[{"id":1}]}"#,
      into: .document("api"))
    try scenario.importJSON(
      #"{"included":[{"type":"comments","id":2}]}"#, into: .document("api")
    ) { $0.policy = .mergeAndPrune }
    try scenario.expect(
      "SELECT 'p', id FROM Person UNION ALL SELECT 'c', id FROM Comment UNION ALL SELECT 'a', id FROM Article",
      "c | 2\na | 1")
  }

  private static func list(_ policy: String) -> String {
    """
    defaults: { MergePolicy: \(policy) }
    entities:
      Feed:
        attributes: { id: Int }
        relationships:
          items: { oneOf: { pic: Image, clip: Video }, Discriminator: sort, ordered: true, inverse: feed }
      Media: { attributes: { id: Int, title: String? }, relationships: { feed: Feed? } }
      Image: { extends: Media }
      Video: { extends: Media, attributes: { length: Int? } }
    """
  }

  private static let media = "SELECT id, entityName, title, feed, feed_position FROM Media ORDER BY id"

  @Test(arguments: ["Replace", "Merge"])
  func `a to-many list of several entities keeps its order and passes over what is not listed`(policy: String)
    throws
  {
    let scenario = try ImportScenario(MixedCollectionRuleTests.list(policy))
    let document = """
      {"id":1,"items":[{"sort":"clip","id":2,"title":"b"},{"sort":"text","id":9},{"sort":"pic","id":1,"title":"a"}]}
      """
    let report = try scenario.importJSON(document, into: "Feed")
    try scenario.expect(MixedCollectionRuleTests.media, "1 | Image | a | 1 | 1\n2 | Video | b | 1 | 0")
    #expect(report.unlistedKinds == ["Feed.items": .init(count: 1, example: "$.items[1]")])
    let version = try scenario.test.reader.dataVersion()
    try scenario.importJSON(document, into: "Feed")
    #expect(try scenario.test.reader.dataVersion() == version)
    try scenario.importJSON(#"{"id":1,"items":[{"sort":"pic","id":1}]}"#, into: "Feed")
    let rows =
      policy == "Merge" ? "1 | Image | a | 1 | 1\n2 | Video | b | 1 | 0" : "1 | Image | · | 1 | 0"
    try scenario.expect(MixedCollectionRuleTests.media, rows)
  }

  @Test func `a list of keys with an object that is passed over gives records, so that what it lacks leaves`()
    throws
  {
    for (items, left) in [("[2]", "1\n2"), (#"[2,{"sort":"text"}]"#, "2"), (#"[{"sort":"text"}]"#, "")] {
      let scenario = try ImportScenario(MixedCollectionRuleTests.list("Replace"))
      try scenario.importJSON(
        #"{"id":1,"items":[{"sort":"pic","id":1},{"sort":"pic","id":2}]}"#, into: "Feed")
      try scenario.importJSON("{\"id\":1,\"items\":\(items)}", into: "Feed")
      try scenario.expect("SELECT id FROM Media ORDER BY id", left)
    }
  }
}
