import RowsmithModel
import RowsmithSchema
import Testing

/// What values of several parts become.
struct ValueTests {
  private static let values = """
    values:
      Geo: { lat: Double, at: { type: Date?, DateFormat: epochSeconds } }
      Address:
        street: { type: String, ImportName: [street, line1] }
        country: { type: String, default: CH }
        homeCity: { type: String?, index: true, RenamedFrom: town }
        geo: Geo?
    """

  private func schema(_ attribute: String) throws -> Schema {
    try RowsmithModelTests.schema(
      """
      \(Self.values)
      entities: { A: { attributes: { id: Int, \(attribute), last: Int } } }
      """)
  }

  @Test func `an attribute of such a type is as many attributes as it has parts, in its place`() throws {
    let entity = try schema("address: Address?").entities[0]
    #expect(
      entity.attributes.map(\.name) == [
        "id", "address_street", "address_country", "address_homeCity", "address_geo_lat", "address_geo_at",
        "last",
      ])
    #expect(
      entity.groups == [
        Schema.Group(
          name: "address", type: "Address", isOptional: true, importPaths: [.key("address")],
          exportPath: ["address"])
      ])
  }

  @Test func `a value has what it is told of itself, beside its members`() throws {
    let schema = try RowsmithModelTests.schema(
      """
      values:
        Geo: { doc: A place on earth., attributes: { lat: Double, type: String } }
        Post: { attributes: { type: String, doc: Text. }, doc: String }
        Area: { attributes: { lat: Double } }
      entities: { A: { attributes: { id: Int, geo: Geo?, post: Post?, area: Area? } } }
      """)
    #expect(schema.valueTypes.map(\.doc) == ["A place on earth.", nil, nil])
    #expect(
      schema.valueTypes.map { $0.attributes.map(\.name) } == [
        ["lat", "type"], ["attributes", "doc"], ["lat"],
      ])
  }

  @Test func `the parts of one that may be absent may be empty, and have no defaults`() throws {
    let optional = try schema("address: Address?").entities[0].attributes.dropFirst().dropLast()
    #expect(optional.count == 5)
    #expect(optional.allSatisfy { $0.isOptional })
    #expect(optional.allSatisfy { $0.defaultValue == nil })
    let required = try schema("address: Address")
    #expect(try required.attribute("A.address_street").isOptional == false)
    #expect(try required.attribute("A.address_country").defaultValue == .text("CH"))
    #expect(try required.attribute("A.address_geo_lat").isOptional)
  }

  @Test func `a part is read in each place of the value, under each of its own names`() throws {
    let schema = try schema("home: { type: Address, ImportName: [home, info.home] }")
    let street = try schema.attribute("A.home_street")
    let city = try schema.attribute("A.home_homeCity")
    #expect(
      Schema.written(street.importPaths)
        == ["home.street", "home.line1", "info.home.street", "info.home.line1"])
    #expect(try schema.attribute("A.home_street").exportPath == ["home", "street"])
    #expect(
      Schema.written(city.importPaths)
        == ["home.home_city", "home.homeCity", "info.home.home_city", "info.home.homeCity"])
    #expect(try schema.attribute("A.home_geo_at").dateFormats == [.epochSeconds])
  }

  @Test func `what is said of the members holds wherever the value is`() throws {
    let schema = try schema("home: Address?, work: { type: Address?, export: false, local: false }")
    for name in ["home", "work"] { #expect(try schema.attribute("A.\(name)_homeCity").isIndexed) }
    #expect(try schema.attribute("A.work_street").exportPath == nil)
  }

  @Test func `parts come from where they were called otherwise, or the value was`() throws {
    let member = try schema("home: Address?")
    #expect(try member.attribute("A.home_homeCity").renamedFrom == "home_town")
    #expect(try member.attribute("A.home_street").renamedFrom == nil)
    let value = try schema("home: { type: Address?, RenamedFrom: house }")
    #expect(try value.attribute("A.home_homeCity").renamedFrom == "house_town")
    #expect(try value.attribute("A.home_geo_lat").renamedFrom == "house_geo_lat")
  }

  @Test func `a local value is the app's own, with all its parts`() throws {
    let attributes = try schema("home: { type: Address?, local: true }").entities[0].attributes
    let parts = attributes.dropFirst().dropLast()
    #expect(parts.count == 5)
    #expect(parts.allSatisfy { $0.isLocal && $0.importPaths.isEmpty })
    #expect(!attributes[0].isLocal && !attributes[6].isLocal)
  }

  @Test func `a list of values is one attribute`() throws {
    let schema = try schema("places: [Address], others: '[Geo]?'")
    #expect(try schema.attribute("A.places").type == .array(.value("Address")))
    #expect(try schema.attribute("A.others").isOptional)
    #expect(schema.entities[0].groups.isEmpty)
    #expect(schema.valueTypes.map(\.name) == ["Geo", "Address"])
    #expect(schema.valueTypes[1].attributes.map(\.type).last == .scalar(.value("Geo")))
  }

  @Test func `indices name parts as columns or as queries do`() throws {
    let schema = try RowsmithModelTests.schema(
      """
      \(Self.values)
      entities:
        A: { attributes: { id: Int, home: Address }, indexes: [[home.geo.lat]], unique: [[home_street, home.country]] }
      """)
    #expect(schema.entities[0].indexes == [["home_geo_lat"]])
    #expect(schema.entities[0].uniques == [["home_street", "home_country"]])
  }

  @Test func `the rest of an object is produced in the object itself, and a whole object nowhere`() throws {
    let schema = try RowsmithModelTests.schema(
      """
      entities:
        A:
          attributes:
            id: Int
            a: { type: JSON?, ImportName: $rest }
            b: { type: JSON, ImportName: $record }
      """)
    #expect(try schema.attribute("A.a").importPaths == [.rest])
    #expect(try schema.attribute("A.a").exportPath == [])
    #expect(try schema.attribute("A.b").importPaths == [.record])
    #expect(try schema.attribute("A.b").exportPath == nil)
  }

  @Test func `a documented value may have a member called type`() throws {
    let schema = try RowsmithModelTests.schema(
      """
      values: { Tag: { doc: A tag of an item., attributes: { type: String, default: String? } } }
      entities: { A: { attributes: { id: Int, tag: Tag? } } }
      """)
    #expect(schema.valueTypes.map(\.doc) == ["A tag of an item."])
    #expect(schema.valueTypes.map { $0.attributes.map(\.name) } == [["type", "default"]])
  }
}
