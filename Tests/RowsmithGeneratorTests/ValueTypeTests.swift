import Testing

/// What a value of several parts becomes.
@Suite struct ValueTypeTests {
  private func snippets() throws -> Snippets {
    try Snippets(
      """
      values:
        Address:
          doc: Where somebody lives.
          attributes:
            street: { type: String, ImportName: line1, doc: With the number. }
            zipCode: String?
            floor: { type: Int, default: 0 }
            geo: Geo?
            tags: [String]
        Geo: { lat: Double, row: Double }
      entities:
        Person:
          attributes: { id: Int, home: Address, work: Address?, former: [Address] }
      """)
  }

  @Test func `it is a structure with a property for each part, and the model's words above`() throws {
    #expect(
      try snippets().declaration("nonisolated struct Address") == """
        nonisolated struct Address: ValueGroup {
          /// With the number.
          var street: String
          /// `zip_code` in JSON.
          var zipCode: String?
          var floor: Int
          var geo: Geo?
          var tags: [String]

          /// Creates a value.
          init(
            street: String,
            zipCode: String? = nil,
            floor: Int = 0,
            geo: Geo? = nil,
            tags: [String]
          ) {
            self.street = street
            self.zipCode = zipCode
            self.floor = floor
            self.geo = geo
            self.tags = tags
          }
        }
        """)
    #expect(try snippets().enumerations.contains("/// Where somebody lives.\nnonisolated struct Address"))
    #expect(try snippets().enumerations.contains("/// A value of `Geo`.\nnonisolated struct Geo"))
  }

  @Test func `its parts are named for conditions, a nested value by its parts`() throws {
    #expect(
      try snippets().declaration("nonisolated struct Columns") == """
        nonisolated struct Columns: Sendable {
          var street: ValueColumn<String> { ValueColumn("street") }
          var zipCode: ValueColumn<String?> { ValueColumn("zipCode") }
          var floor: ValueColumn<Int> { ValueColumn("floor") }
          var geo: NestedValue<Geo?> { NestedValue("geo") }
          var tags: ValueColumn<[String]> { ValueColumn("tags") }

          /// Names them.
          init() {}
        }
        """)
  }

  @Test func `its columns are those of all parts, each behind those before it`() throws {
    let text = try snippets().enumerations
    #expect(
      text.contains(
        #"["street", "zipCode", "floor", "geo_lat", "geo_row", "tags"]"#))
    #expect(
      try snippets().declaration("init(row: Row, at index: Int)") == """
        init(row: Row, at index: Int) throws(RowDecodingError) {
          street = try row.string(at: index)
          zipCode = try row.optionalString(at: index + 1)
          floor = try row.int(at: index + 2)
          geo = try row.optionalGroup(at: index + 3)
          tags = try row.array(at: index + 5)
        }
        """)
    #expect(text.contains("    self.row = try row.double(at: index + 1)\n"))
  }

  @Test func `in a list its parts have their names`() throws {
    #expect(
      try snippets().declaration("init(object: ValueObject)") == """
        init(object: ValueObject) throws(ValueObjectError) {
          street = try object.value("street")
          zipCode = try object.optionalValue("zipCode")
          floor = try object.value("floor")
          geo = try object.optionalValue("geo")
          tags = try object.value("tags")
        }
        """)
    #expect(
      try snippets().declaration("func encode(to object") == """
        func encode(to object: inout ValueObject) {
          object.encode("street", street)
          object.encode("zipCode", zipCode)
          object.encode("floor", floor)
          object.encode("geo", geo)
          object.encode("tags", tags)
        }
        """)
  }

  @Test func `a record has one property for it, optional or a list as in the model`() throws {
    let person = try snippets().declaration("nonisolated struct Person")
    #expect(person.contains("  var home: Address\n  var work: Address?\n  var former: [Address]\n"))
    #expect(person.contains("    home: Address,\n    work: Address? = nil,\n    former: [Address]\n"))
    let text = try snippets().records
    #expect(text.contains(#"static var home: ValueColumns<Person, Address> { ValueColumns("home") }"#))
    #expect(text.contains(#"static var work: ValueColumns<Person, Address?> { ValueColumns("work") }"#))
    #expect(text.contains(#"static var former: Column<Person, [Address]> { Column("former") }"#))
  }

  @Test(arguments: ["row", "index", "object", "encoder"])
  func `a part called like a parameter of the functions is still the part`(name: String) throws {
    let text = try Snippets(
      """
      values: { Place: { \(name): Int } }
      entities: { Person: { attributes: { id: Int, place: Place } } }
      """
    ).enumerations
    let hidesRow = ["row", "index"].contains(name)
    #expect(text.contains("    \(hidesRow ? "self." : "")\(name) = try row.int(at: index)\n"))
    let hidesObject = name == "object"
    #expect(text.contains("    \(hidesObject ? "self." : "")\(name) = try object.value(\"\(name)\")\n"))
    #expect(text.contains("    object.encode(\"\(name)\", \(hidesObject ? "self." : "")\(name))\n"))
    #expect(text.contains("    encoder.encode(\(name == "encoder" ? "self." : "")\(name))\n"))
  }
}
