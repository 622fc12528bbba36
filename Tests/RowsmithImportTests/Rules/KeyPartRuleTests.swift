import Rowsmith
import Testing

/// Rule 2: objects that give their key, or a part of it, as an object.
@Suite struct KeyPartRuleTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Cat:
        attributes: { id: Int, name: String? }
        relationships:
          dogs: { to: [Dog], inverse: cat, ordered: true }
          pets: { to: [Dog], inverse: keeper }
      Dog:
        PrimaryKey: [cat, line]
        DeletedWhen: gone
        attributes: { line: Int, day: String }
        relationships:
          cat: Cat
          keeper: { to: Cat?, inverse: pets }
          friends: { to: [Dog], inverse: none }
    documents: { all: { cats: [Cat] } }
    """

  private func scenario() throws -> ImportScenario { try ImportScenario(KeyPartRuleTests.model) }

  @Test func `an object without its key is bad input, also where the record around it gives the link`() throws
  {
    let error = try scenario().failure(#"{"id":4,"dogs":[{"cat":{},"line":3}]}"#, into: "Cat")
    #expect(error.path == "$.dogs[0].cat")
    #expect(error.message.contains("primary key 'id'"))
    let skipping = try scenario()
    try skipping.importJSON(#"{"id":4,"dogs":[{"cat":{},"line":3,"day":"x"}]}"#, into: "Cat") {
      $0.onInvalid = .skip
    }
    try skipping.expect("SELECT cat, line FROM Dog", "4 | 3")
  }

  @Test func `an object whose key says more than a key is a record`() throws {
    let error = try scenario().failure(
      #"{"id":4,"dogs":[{"cat":{"id":4,"name":"x"},"line":3}]}"#, into: "Cat")
    #expect(error.reason == .missingValue)
    let scenario = try scenario()
    try scenario.importJSON(
      #"{"id":1,"dogs":[{"line":3,"cat":{"id":1,"name":"x"}},{"line":3,"day":"y"}]}"#, into: "Cat")
    try scenario.expect("SELECT name FROM Cat", "x")
    try scenario.expect("SELECT day FROM Dog", "y")
  }

  @Test func `a part of the key that is null beside the record around it says nothing more`() throws {
    let scenario = try scenario()
    let report = try scenario.importJSON(#"{"id":1,"dogs":[{"line":3,"cat":null}]}"#, into: "Cat")
    try scenario.expect("SELECT count(*) FROM Dog", "0")
    #expect(report.unresolved == ["Cat.dogs": 1])
  }

  @Test func `what a part of a key names is named`() throws {
    let scenario = try scenario()
    try scenario.importJSON(#"[{"id":1},{"id":4}]"#, into: "Cat")
    try scenario.importJSON(#"[{"id":1,"pets":[{"line":1,"cat":4}]}]"#, into: "Cat") { $0.policy = .replace }
    try scenario.expect("SELECT id FROM Cat ORDER BY id", "1\n4")
  }

  @Test(arguments: [
    #"{"id":2,"dogs":[{"line":3},{"line":3,"day":"x","friends":null},{"line":4,"day":"y"}]}"#,
    #"{"id":2,"dogs":[{"line":3},{"line":3,"day":"x"},{"line":4,"day":"y"}]}"#,
    #"{"id":2,"dogs":[{"line":3,"day":"x","friends":null},{"line":3},{"line":4,"day":"y"}]}"#,
  ])
  func `an item named as a key and as a record has one place`(document: String) throws {
    let scenario = try scenario()
    try scenario.importJSON(document, into: "Cat")
    try scenario.expect("SELECT line, cat_position FROM Dog ORDER BY line", "3 | 0\n4 | 1")
  }

  @Test
  func `where an item is left out, what the list does not name leaves all the same if its key is known`()
    throws
  {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant:
          attributes: { id: Int }
          relationships:
            bees: { to: [Bee], inverse: ant, MergePolicy: Replace }
            ants: { to: [Ant], inverse: none }
        Bee:
          PrimaryKey: [ant, line]
          attributes: { line: Int, day: Int? }
          relationships: { ant: Ant }
      """)
    try scenario.importJSON(#"{"id":1,"bees":[{"line":2},{"line":3}]}"#, into: "Ant")
    try scenario.importJSON(
      #"{"id":1,"bees":[{"line":2,"day":"x"}],"ants":[{"id":2,"bees":[]}]}"#, into: "Ant"
    ) { $0.onInvalid = .skip }
    try scenario.expect("SELECT line FROM Bee", "2")
  }

  @Test(arguments: [
    #"""
    [{"id":4,"dogs":[
      {"line":1,"day":"x","friends":[{"line":2,"day":"x","cat":{"id":4,"dogs":[{"line":2,"day":"x"}]}}]},
      {"line":3,"day":"x"}]}]
    """#,
    #"""
    [{"id":4,"dogs":[{"line":1,"friends":[]},{"line":3,"friends":[]}]},{"id":4,"dogs":[{"line":2,"day":"x"}]},
      {"id":4,"pets":[{"line":1,"cat":4,"day":"x"},{"line":3,"cat":4,"day":"x"}]}]
    """#,
  ])
  func `items that a later list appends stand behind those that are yet to be written`(document: String)
    throws
  {
    let scenario = try scenario()
    try scenario.importJSON(document, into: "Cat")
    try scenario.expect("SELECT line, cat_position FROM Dog ORDER BY 2, 1", "1 | 0\n3 | 1\n2 | 2")
  }

  @Test func `a deleted record that was not complete keeps no place`() throws {
    let scenario = try scenario()
    let report = try scenario.importJSON(
      #"""
      [{"id":4,"dogs":[{"line":1,"friends":[]},{"line":2,"friends":[]}]},
        {"id":4,"dogs":[{"line":1,"gone":true},{"line":2,"day":"x"}]}]
      """#, into: "Cat")
    try scenario.expect("SELECT line, cat_position FROM Dog", "2 | 1")
    try scenario.expect("SELECT count(*) FROM _rowsmith_pending", "0")
    #expect(report.unresolved.isEmpty)
  }

  /// The key of `Profile` is that of its user, and the key of `Settings` that of its profile.
  private static let keysOfOthers = """
    defaults: { MergePolicy: Merge }
    entities:
      User:
        attributes: { id: Int, name: String? }
        relationships: { friends: { to: [Profile], inverse: none } }
      Profile:
        PrimaryKey: user
        attributes: { bio: String }
        relationships: { user: { to: User, inverse: none } }
      Settings:
        PrimaryKey: profile
        attributes: { theme: String? }
        relationships: { profile: { to: Profile, inverse: none } }
    documents: { all: { profiles: {Profile}, settings: {Settings} } }
    """

  private func scenarioOfOthers() throws -> ImportScenario {
    let scenario = try ImportScenario(KeyPartRuleTests.keysOfOthers, comparingReference: false)
    try scenario.importJSON(#"[{"user":2,"bio":"x"},{"user":3,"bio":"y"}]"#, into: "Profile")
    return scenario
  }

  @Test func `an object that gives only its key links, also where the key is that of another record`() throws
  {
    let scenario = try scenarioOfOthers()
    try scenario.importJSON(#"{"id":1,"friends":[{"user":2},{"user":{"id":4}}]}"#, into: "User")
    try scenario.expect("SELECT source, target FROM User_friends ORDER BY target", "1 | 2\n1 | 4")
    try scenario.importJSON(
      #"[{"profile":{"user":2},"theme":"d"},{"profile":{"user":{"id":3}},"theme":"e"}]"#, into: "Settings")
    try scenario.expect("SELECT profile, theme FROM Settings ORDER BY profile", "2 | d\n3 | e")
    try scenario.expect("SELECT user, bio FROM Profile ORDER BY user", "2 | x\n3 | y")
  }

  @Test func `one value is the key of a record whose key is that of another record`() throws {
    let scenario = try scenarioOfOthers()
    try scenario.importJSON(#"[{"id":1,"friends":[2,3]},{"id":2,"friends":3}]"#, into: "User")
    try scenario.expect("SELECT source, target FROM User_friends ORDER BY 1, 2", "1 | 2\n1 | 3\n2 | 3")
    try scenario.importJSON(#"[{"profile":2,"theme":"d"},{"profile":9}]"#, into: "Settings")
    try scenario.expect("SELECT profile, theme FROM Settings ORDER BY profile", "2 | d\n9 | ·")
    let error = try scenario.failure(#"[{"profile":"x"}]"#, into: "Settings")
    #expect(error.path == "$[0].profile")
    #expect(error.message.contains("expected an integer"))
  }

  @Test func `the key of a map is the key of a record whose key is that of another record`() throws {
    let scenario = try scenarioOfOthers()
    try scenario.importJSON(
      #"{"profiles":{"3":{"bio":"z"},"5":{"bio":"a"},"6":{"user":7,"bio":"b"}},"settings":{"5":{"theme":"d"}}}"#,
      into: .document("all"))
    try scenario.expect("SELECT user, bio FROM Profile ORDER BY user", "2 | x\n3 | z\n5 | a\n7 | b")
    try scenario.expect("SELECT profile, theme FROM Settings", "5 | d")
    let error = try scenario.failure(#"{"x":{"bio":"a"}}"#, into: .keyed("Profile"))
    #expect(error.message.contains("expected an integer"))
  }

  @Test(arguments: ["2", #"{"user":2}"#])
  func `a key names the record whose key it is, however it is spelled`(item: String) throws {
    let scenario = try scenarioOfOthers()
    try scenario.importJSON(#"[{"id":1},{"id":2},{"id":3},{"id":4}]"#, into: "User")
    try scenario.importJSON("[{\"id\":1,\"friends\":[\(item),3]}]", into: "User") {
      $0.policy = .mergeAndPrune
    }
    try scenario.expect("SELECT id FROM User ORDER BY id", "1\n2\n3")
  }
}
