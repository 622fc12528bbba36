import Rowsmith
import RowsmithInference
import Testing

/// What is new in a value of several parts, and a model that a person has written.
@Suite struct HintedGroupTests {
  private func adding(_ json: String, to model: String) throws -> String {
    var options = Inference.Options()
    options.entity = "Person"
    let inferred = try Inference.infer([.string(json)], options)
    return try HintedModel(text: model, path: "People.yml").adding(inferred, entity: "Person").text
  }

  private static let people = """
    [{"id": 1, "address": {"street": "a", "city": "Rome", "geo": {"lat": 1, "lng": 2, "height": 3.5}},
      "former": [{"street": "b", "city": "Bern", "since": 1999}, {"street": "c", "city": "Bern", "since": 2001}]}]
    """

  @Test func `new members go beside those of a value that says what it is`() throws {
    let model = """
      rowsmith: 1
      values:
        Place:
          doc: Where somebody lives.
          attributes:
            street: String
      entities:
        Person: { attributes: { id: Int, address: Place? } }

      """
    let json = #"[{"id": 1, "address": {"street": "a", "city": "Rome"}}]"#
    #expect(
      try adding(json, to: model)
        == model.replacing("street: String\n", with: "street: String\n      city: String?\n"))
  }

  @Test func `new members go to the value that a person has declared, at each depth`() throws {
    let model = """
      rowsmith: 1
      values:
        Place:                      # ours
          road: { type: String, ImportName: street }
          town: { type: String, ImportName: city }
          at: { type: Point?, ImportName: geo }
        Point: { lat: Int, lng: Int }
      entities:
        Person:
          attributes:
            id: Int
            home: { type: Place?, ImportName: address }
            former: [Place]

      """
    #expect(
      try adding(Self.people, to: model) == """
        rowsmith: 1
        values:
          Place:                      # ours
            road: { type: String, ImportName: street }
            town: { type: String, ImportName: city }
            at: { type: Point?, ImportName: geo }
            since: Int?
          Point: { lat: Int, lng: Int, height: Double? }
        entities:
          Person:
            attributes:
              id: Int
              home: { type: Place?, ImportName: address }
              former: [Place]

        """)
  }

  @Test(arguments: [("1", "Double"), ("true", "JSON"), ("2.5", "Double")])
  func `a new member has the type of all values in which it is`(size: String, type: String) throws {
    let model = """
      rowsmith: 1
      values:
        Place:
          street: String
      entities:
        Person: { attributes: { id: Int, home: Place?, work: Place? } }

      """
    let json = """
      [{"id": 1, "home": {"street": "a", "size": \(size)}, "work": {"street": "b", "size": 1.5, "floor": 2}}]
      """
    let text = try adding(json, to: model)
    #expect(text.contains("    street: String\n    size: \(type)?\n    floor: Int?\n"), "\(text)")
  }

  @Test func `a model that reads everything stays as it is`() throws {
    let model = try adding(
      Self.people, to: "rowsmith: 1\nentities:\n  Person:\n    attributes:\n      id: Int\n")
    #expect(try adding(Self.people, to: model) == model)
  }

  @Test func `a value that is new is declared with what it consists of`() throws {
    let added = try adding(
      Self.people, to: "rowsmith: 1\nentities:\n  Person:\n    attributes:\n      id: Int\n")
    #expect(
      added == """
        rowsmith: 1
        entities:
          Person:
            attributes:
              id: Int
              address: Address?
              former: "[Former]?"

        values:
          Geo:
            lat: Int
            lng: Int
            height: Double

          Address:
            street: String
            city: String
            geo: Geo

          Former:
            street: String
            city: String
            since: Int

        """)
  }

  @Test func `lines that end as on Windows stay so, and what is new stands where it does elsewhere`() throws {
    let model = """
      rowsmith: 1
      values:
        Place:
          street: String
          city: String
      entities:
        Person:
          attributes:
            id: Int
            address: Place?
            former: [Place]

      """
    let added = try adding(Self.people, to: model)
    #expect(added.contains("since: Int?"))
    let onWindows = try adding(Self.people, to: model.replacing("\n", with: "\r\n"))
    #expect(onWindows == added.replacing("\n", with: "\r\n"))
  }

  @Test func `where a person has written key paths, what is new is written so, too`() throws {
    let model = """
      rowsmith: 1
      entities:
        Person:
          attributes:
            id: Int
            town: { type: String, ImportName: address.city }
            lat: { type: Int?, ImportName: address.geo.lat }
            former: JSON

      """
    #expect(
      try adding(Self.people, to: model) == model + """
              addressStreet: { type: String?, ImportName: address.street }
              addressGeoLng: { type: Int?, ImportName: address.geo.lng }
              addressGeoHeight: { type: Double?, ImportName: address.geo.height }

        """)
  }

  @Test func `what a person keeps as JSON stays so`() throws {
    let model =
      "rowsmith: 1\nentities:\n  Person:\n    attributes:\n      id: Int\n      address: JSON?\n      former: JSON\n"
    #expect(try adding(Self.people, to: model) == model)
  }

  @Test func `a value of the model that has the name and the members is used in another place`() throws {
    let model = """
      rowsmith: 1
      values:
        Address: { street: String, city: String }
      entities:
        Person:
          attributes: { id: Int, home: Address? }

      """
    #expect(
      try adding(#"[{"id": 1, "address": {"street": "a", "city": "b", "zip": 3}}]"#, to: model) == """
        rowsmith: 1
        values:
          Address: { street: String, city: String, zip: Int? }
        entities:
          Person:
            attributes: { id: Int, home: Address?, address: Address? }

        """)
  }
}
