import RowsmithSchema
import Testing

/// The columns of a value of several parts.
@Suite struct ValuePartsTests {
  private static let types = [
    Schema.ValueType(
      name: "Address",
      attributes: [
        .required("street", .string), .optional("zip", .string, key: "zip_code"),
        Schema.Attribute(
          name: "country", type: .scalar(.string), importPaths: [.key("country"), .keys(["land", "name"])],
          exportPath: nil, defaultValue: .text("JP"), renamedFrom: "land"),
        .required("geo", .value("Point")),
      ]),
    Schema.ValueType(name: "Point", attributes: [.required("x", .int), .optional("y", .int)]),
    Schema.ValueType(name: "Loop", attributes: [.optional("again", .value("Loop"))]),
    Schema.ValueType(name: "Gap", attributes: [.required("none", .value("Nothing"))]),
  ]
  private let graph = SchemaGraph(Schema(name: "M", valueTypes: types, entities: []))

  private func group(
    type: String = "Address", isOptional: Bool = false, paths: [Schema.ImportPath] = [.key("home")],
    export: [String]? = ["home"], isLocal: Bool = false, renamedFrom: String? = nil
  ) -> Schema.Group {
    Schema.Group(
      name: "address", type: type, isOptional: isOptional, importPaths: paths, exportPath: export,
      isLocal: isLocal, renamedFrom: renamedFrom)
  }

  private func attributes(_ group: Schema.Group) throws -> [Schema.Attribute] {
    try #require(graph.parts(of: group)).attributes
  }

  @Test func `each part is a column named after the path to it, in the order of the type`() throws {
    #expect(
      try attributes(group()).map(\.name) == [
        "address_street", "address_zip", "address_country", "address_geo_x", "address_geo_y",
      ])
  }

  @Test func `a part is read under every path of its value, the first one's before`() throws {
    let parts = try attributes(group(paths: [.key("home"), .keys(["info", "home"])]))
    #expect(parts[1].importPaths == [.keys(["home", "zip_code"]), .keys(["info", "home", "zip_code"])])
    #expect(
      parts[2].importPaths == [
        .keys(["home", "country"]), .keys(["home", "land", "name"]), .keys(["info", "home", "country"]),
        .keys(["info", "home", "land", "name"]),
      ])
    #expect(parts[3].importPaths == [.keys(["home", "geo", "x"]), .keys(["info", "home", "geo", "x"])])
  }

  @Test func `a part is written under the key of its value, unless one of them is not written`() throws {
    #expect(
      try attributes(group()).map(\.exportPath) == [
        ["home", "street"], ["home", "zip_code"], nil, ["home", "geo", "x"], ["home", "geo", "y"],
      ])
    let unwritten = try attributes(group(export: nil))
    #expect(unwritten.map(\.exportPath) == [nil, nil, nil, nil, nil])
  }

  @Test func `every column of a value that may be missing may be NULL, and has no default`() throws {
    #expect(try attributes(group()).map(\.isOptional) == [false, true, false, false, true])
    #expect(try attributes(group()).map(\.defaultValue) == [nil, nil, .text("JP"), nil, nil])
    let missing = try attributes(group(isOptional: true))
    #expect(missing.map(\.isOptional) == [true, true, true, true, true])
    #expect(missing.allSatisfy { $0.defaultValue == nil })
  }

  @Test func `a value of the app is neither read nor written in any part`() throws {
    let parts = try attributes(group(export: nil, isLocal: true))
    #expect(parts.map(\.isLocal) == [true, true, true, true, true])
    #expect(parts.allSatisfy { $0.importPaths.isEmpty && $0.exportPath == nil })
  }

  @Test func `a column has an earlier name where the value or its part had one`() throws {
    #expect(
      try attributes(group()).map(\.renamedFrom) == [nil, nil, "address_land", nil, nil])
    #expect(
      try attributes(group(renamedFrom: "place")).map(\.renamedFrom) == [
        "place_street", "place_zip", "place_land", "place_geo_x", "place_geo_y",
      ])
  }

  @Test func `a value inside is a group with its path in the model`() throws {
    let parts = try #require(graph.parts(of: group(isOptional: true)))
    #expect(parts.path == ["address"])
    #expect(parts.isNullable)
    guard case .group(let inner)? = parts.parts.last else { return #expect(Bool(false), "no group") }
    #expect(inner.path == ["address", "geo"])
    #expect(inner.group.name == "address_geo")
    #expect(!inner.group.isOptional)
    #expect(inner.isNullable)
  }

  @Test(arguments: ["Nothing", "Gap", "Loop"])
  func `a type that is not there or contains itself, which no model has, has no parts`(type: String) {
    #expect(graph.parts(of: group(type: type)) == nil)
  }

  @Test func `groups are listed with inherited ones first`() {
    var inherited = group()
    inherited.name = "base"
    let graph = SchemaGraph(
      Schema(
        name: "M", valueTypes: Self.types,
        entities: [
          .init(name: "Child", parent: "Base", groups: [group()]), .init(name: "Base", groups: [inherited]),
        ]))
    #expect(graph.groups(of: "Child").map(\.name) == ["base", "address"])
    #expect(graph.groups(of: "Nothing").isEmpty)
    #expect(graph.valueType("Point")?.attributes.map(\.name) == ["x", "y"])
    #expect(graph.valueType("point") == nil)
  }
}
