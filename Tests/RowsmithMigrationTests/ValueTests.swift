import Testing

@testable import Rowsmith

/// Values of several parts, in columns and in lists, from one version of a model to another.
@Suite struct ValueTests {
  private static func model(_ values: String, _ attributes: String) -> String {
    "values: { \(values) }\nentities: { Person: { attributes: { id: Int, \(attributes) } } }"
  }

  private static let geo = "Geo: { lat: Double, lng: Double }"
  private static let first = model(
    "Address: { street: String, geo: Geo? }, \(geo)", "home: Address?, old: [Address]")
  private static let json = """
    [{"id": 1, "home": {"street": "a", "geo": {"lat": 1, "lng": 2}},
      "old": [{"street": "b", "geo": {"lat": 3, "lng": 4}}]}, {"id": 2, "old": []}]
    """

  private func trial() throws -> Trial { try Trial(Self.first, "Person", Self.json) }

  @Test func `a member added to a value is a column, and a member of each item`() throws {
    let trial = try trial()
    let values =
      "Address: { street: String, geo: Geo?, zip: String?, land: { type: String, default: CH } }, \(Self.geo)"
    try trial.migrate(Self.model(values, "home: Address?, old: [Address]"))
    #expect(
      try trial.rows("SELECT id, home_street, home_zip, home_land, old FROM Person ORDER BY id") == [
        #"1|a|-|CH|[{"street":"b","geo":{"lat":3.0,"lng":4.0},"land":"CH"}]"#, "2|-|-|-|[]",
      ])
  }

  @Test func `a renamed member keeps its values, in columns and in items`() throws {
    let trial = try trial()
    let values =
      "Address: { road: { type: String, RenamedFrom: street }, geo: Geo? }, \(Self.geo)"
    try trial.migrate(Self.model(values, "house: { type: Address?, RenamedFrom: home }, old: [Address]"))
    #expect(
      try trial.rows("SELECT house_road, house_geo_lat, house_geo_lng, old FROM Person WHERE id = 1") == [
        #"a|1.0|2.0|[{"road":"b","geo":{"lat":3.0,"lng":4.0}}]"#
      ])
  }

  @Test(arguments: [true, false])
  func `a value and its members that get their names in different versions keep what they have`(
    valueFirst: Bool
  ) throws {
    let trial = try trial()
    let home = "home: Address?, old: [Address]"
    let house = "house: { type: Address?, RenamedFrom: home }, old: [Address]"
    let former = "Address: { street: String, geo: Geo? }, \(Self.geo)"
    let values = """
      Address: { road: { type: String, RenamedFrom: street }, at: { type: Geo?, RenamedFrom: geo } }, \
      Geo: { north: { type: Double, RenamedFrom: lat }, lng: Double }
      """
    try trial.migrate(valueFirst ? Self.model(former, house) : Self.model(values, home))
    try trial.migrate(Self.model(values, house))
    #expect(
      try trial.rows("SELECT house_road, house_at_north, house_at_lng FROM Person ORDER BY id")
        == ["a|1.0|2.0", "-|-|-"])
  }

  @Test func `a value that gets the name of another one, which is gone, keeps what it has`() throws {
    func model(_ attributes: String) -> String {
      Self.model("Address: { road: { type: String, RenamedFrom: street } }", attributes)
    }
    let trial = try Trial(
      model("home: Address?, work: Address?"), "Person",
      #"[{"id": 1, "home": {"road": "a"}, "work": {"road": "b"}}]"#)
    let renamed = model("work: { type: Address?, RenamedFrom: home }")
    #expect(try trial.refusal(renamed) == ["Person.work_road: 1 value"])
    try trial.migrate(renamed, allowsLoss: true)
    #expect(try trial.rows("SELECT work_road FROM Person") == ["a"])
  }

  @Test func `a value whose type only gets another name is the same, in columns and in items`() throws {
    let trial = try trial()
    let before = try trial.rows("SELECT * FROM Person ORDER BY id")
    let values = "Place: { street: String, geo: Spot? }, Spot: { lat: Double, lng: Double }"
    let renamed = Self.model(values, "home: Place?, old: [Place]")
    #expect(try trial.plan(renamed).isEmpty)
    try trial.migrate(renamed)
    #expect(try trial.rows("SELECT * FROM Person ORDER BY id") == before)
    try trial.migrate(
      Self.model(
        "Place: { street: String, at: { type: Geo?, RenamedFrom: geo } }, \(Self.geo)",
        "home: Place?, old: [Place]"))
    #expect(
      try trial.rows("SELECT home_at_lat, json_extract(old, '$[0].at.lng') FROM Person WHERE id = 1")
        == ["1.0|4.0"])
  }

  @Test("a value of many parts gets another one", .timeLimit(.minutes(10))) func manyParts() throws {
    let parts = (1...1200).map { "p\($0): Int" }.joined(separator: ", ")
    let members = (1...1200).map { #""p\#($0)": \#($0)"# }.joined(separator: ", ")
    let trial = try Trial(
      Self.model("Wide: { \(parts) }", "home: Wide?"), "Person",
      #"[{"id": 1, "home": {\#(members)}}, {"id": 2}]"#)
    try trial.migrate(
      Self.model("Wide: { \(parts), more: { type: Int, default: 7 } }", "home: Wide?"))
    #expect(
      try trial.rows("SELECT home_p1, home_p1200, home_more FROM Person ORDER BY id")
        == ["1|1200|7", "-|-|-"])
  }

  @Test func `an attribute of a family of more than a thousand entities gets another type`() throws {
    func model(_ type: String) -> String {
      let kinds = (1...1100).map { "  K\($0): { extends: Media }\n" }
      return "entities:\n  Media: { attributes: { id: Int, a: \(type) } }\n" + kinds.joined()
    }
    let trial = try Trial(model("String?"), "Media", #"[{"id": 1, "a": "7"}]"#)
    #expect(try trial.plan(model("Int?")).losses.isEmpty)
  }

  @Test func `a value that lacks what is required now is refused, none is not`() throws {
    let trial = try trial()
    let values = "Address: { street: String, geo: Geo?, zip: String }, \(Self.geo)"
    let error = #expect(throws: MigrationError.self) {
      try trial.migrate(Self.model(values, "home: Address?, old: { type: JSON, export: false }"))
    }
    #expect(
      error?.description.contains("Person.home_zip: 1 row with a value that lacks it, which is required")
        == true)
    try trial.migrate(
      Self.model(
        "Address: { street: String, geo: Geo? }, Geo: { lat: Double, lng: Double, alt: Double? }",
        "home: Address?, old: { type: JSON, export: false }"))
  }

  @Test func `a list whose items lack what is required now is a loss`() throws {
    let trial = try trial()
    let values = "Address: { street: String, geo: Geo?, zip: String }, \(Self.geo)"
    #expect(throws: MigrationError.self) {
      try trial.migrate(Self.model(values, "home: Address?, old: [Address]"))
    }
  }

  @Test func `attributes become a value that has their columns, and leave it again`() throws {
    let plain = Self.model(Self.geo, "home_street: String?, lat: Double?")
    let trial = try Trial(plain, "Person", #"[{"id": 1, "home_street": "a", "lat": 4.5}]"#)
    let values = "Address: { street: String, geo: { type: Geo?, RenamedFrom: place } }, \(Self.geo)"
    try trial.migrate(Self.model(values, "home: Address?, lat: Double?"))
    #expect(try trial.rows("SELECT home_street, home_geo_lat FROM Person") == ["a|-"])
    try trial.migrate(
      Self.model(Self.geo, "street: { type: String?, RenamedFrom: home_street }, lat: Double?"))
    #expect(try trial.rows("SELECT street FROM Person") == ["a"])
  }

  @Test func `a member that is removed is a loss in a list, too, and the rest of its items stays`() throws {
    let trial = try trial()
    let now = Self.model(
      "Address: { street: String }", "home: { type: JSON?, export: false }, old: [Address]")
    let refused = try trial.refusal(now)
    #expect(refused.contains { $0.hasPrefix("Person.old: 1 value") })
    try trial.migrate(now, allowsLoss: true)
    #expect(try trial.rows("SELECT old FROM Person ORDER BY id") == [#"[{"street":"b"}]"#, "[]"])
  }

  @Test func `a member of an item becomes a list, or a list one value, as in a column`() throws {
    let first = Self.model(
      "Address: { street: String, tag: String?, tags: '[String]?', codes: '[Int]' }",
      "home: Address?, old: [Address]")
    let later = Self.model(
      "Address: { street: String, tag: '[String]?', tags: String?, codes: { type: Int, default: 7 } }",
      "home: Address?, old: [Address]")
    let full = #"{"street": "a", "tag": "t", "tags": ["x"], "codes": [5]}"#
    let bare = #"{"street": "b", "tags": [], "codes": []}"#
    let trial = try Trial(
      first, "Person",
      #"[{"id": 1, "home": \#(full), "old": [\#(full)]}, {"id": 2, "home": \#(bare), "old": [\#(bare)]}]"#)
    try trial.migrate(later)
    #expect(
      try trial.rows("SELECT home_tag, home_tags, home_codes, old FROM Person ORDER BY id") == [
        #"["t"]|x|5|[{"street":"a","tag":["t"],"tags":"x","codes":5}]"#,
        #"-|-|7|[{"street":"b","codes":7}]"#,
      ])
    let several = try Trial(
      first, "Person", #"{"id": 1, "old": [{"street": "a", "tags": ["x", "y"], "codes": [5]}]}"#)
    #expect(try several.plan(later).losses.map(\.subject) == ["Person.old"])
  }

  @Test func `a decimal number in an item becomes a number where it becomes JSON, as in a column`() throws {
    let model = { (type: String) in
      Self.model("Address: { street: String, rent: \(type)? }", "home: Address?, old: [Address]")
    }
    let address = #"{"street": "a", "rent": "1.50"}"#
    let trial = try Trial(
      model("Decimal"), "Person", #"{"id": 1, "home": \#(address), "old": [\#(address)]}"#)
    try trial.migrate(model("JSON"))
    #expect(
      try trial.rows("SELECT home_rent, old FROM Person") == [#"1.50|[{"street":"a","rent":1.50}]"#])
  }

  @Test func `JSON in an item becomes no value of several parts, as in a column`() throws {
    let first = Self.model("Address: { street: String, at: JSON?, all: JSON? }", "old: [Address]")
    let later = Self.model(
      "Address: { street: String, at: Geo?, all: '[Geo]?' }, \(Self.geo)", "old: [Address]")
    let bare = try Trial(first, "Person", #"{"id": 1, "old": [{"street": "a", "all": []}]}"#)
    try bare.migrate(later)
    #expect(try bare.rows("SELECT old FROM Person") == [#"[{"street":"a","all":[]}]"#])
    for member in [#""at": {"lat": "no"}"#, #""all": [{"lat": "no"}]"#] {
      let trial = try Trial(first, "Person", #"{"id": 1, "old": [{"street": "a", \#(member)}]}"#)
      #expect(try trial.plan(later).losses.map(\.subject) == ["Person.old"])
    }
  }
}
