import RowsmithSchema
import Testing

/// The short initialisers of generated code, and words for messages.
@Suite struct PlainKeyTests {
  @Test func `an attribute is read from every key and written under the first`() {
    let attribute = Schema.Attribute(
      name: "at", type: .array(.date), isOptional: true, keys: ["at", "created.at"], dateFormats: [.rfc1123])
    #expect(
      attribute
        == Schema.Attribute(
          name: "at", type: .array(.date), isOptional: true,
          importPaths: [.keys(["at"]), .keys(["created.at"])],
          exportPath: ["at"], dateFormats: [.rfc1123]))
  }

  @Test func `required and optional attributes have their own name as key unless told another`() {
    let long = Schema.Attribute(
      name: "a", type: .scalar(.int), importPaths: [.keys(["a"])], exportPath: ["a"])
    #expect(Schema.Attribute.required("a", .int) == long)
    var optional = long
    optional.isOptional = true
    #expect(Schema.Attribute.optional("a", .int) == optional)
    let date = Schema.Attribute(
      name: "a", type: .scalar(.date), importPaths: [.keys(["b"])], exportPath: ["b"],
      dateFormats: [.epochSeconds, .iso8601])
    #expect(Schema.Attribute.required("a", .date, key: "b", dates: [.epochSeconds, .iso8601]) == date)
    optional = date
    optional.isOptional = true
    #expect(Schema.Attribute.optional("a", .date, key: "b", dates: [.epochSeconds, .iso8601]) == optional)
  }

  @Test func `a relationship of plain keys is optional, and its foreign keys are only read`() {
    #expect(
      Schema.Relationship(
        name: "band", target: "Band", cardinality: .toOne, keys: ["band", "group"], foreignKeys: ["band_id"],
        mergePolicy: .mergeAndPrune, inverse: "albums")
        == Schema.Relationship(
          name: "band", target: "Band", cardinality: .toOne, isOptional: true,
          importPaths: [.keys(["band"]), .keys(["group"])], foreignKeyPaths: [.keys(["band_id"])],
          exportPath: ["band"], mergePolicy: .mergeAndPrune, inverse: "albums"))
  }

  @Test(
    arguments: [
      (.keys(["a"]), "a"), (.keys(["a", "b", "0"]), "a.b.0"), (.keys(["a.b", ".", "c."]), "a\\.b.\\..c\\."),
      (.keys([""]), ""), (.mapKey, "$key"), (.index, "$index"), (.value, "$value"), (.rest, "$rest"),
      (.record, "$record"), (.key("a.b"), "a\\.b"),
    ] as [(Schema.ImportPath, String)])
  func `a path is spelt as in a model`(path: Schema.ImportPath, spelling: String) {
    #expect(path.description == spelling)
  }

  @Test(
    arguments: [
      (.int, "Int"), (.double, "Double"), (.decimal, "Decimal"), (.bool, "Bool"), (.string, "String"),
      (.date, "Date"), (.uuid, "UUID"), (.url, "URL"), (.data, "Data"), (.json, "JSON"),
      (.enumeration("Status"), "Status"), (.value("Address"), "Address"),
    ] as [(Schema.ScalarType, String)])
  func `a type is spelt as in a model`(type: Schema.ScalarType, spelling: String) {
    #expect(type.spelling == spelling)
    #expect(Schema.AttributeType.scalar(type).spelling == spelling)
    #expect(Schema.AttributeType.array(type).spelling == "[\(spelling)]")
  }
}
