import RowsmithSchema
import Testing

@testable import Rowsmith

/// Where the values of records that are in no database stand, in models that need more than keys.
struct ValuePlaceTests {
  private func json(
    _ text: String, _ entity: String, _ row: KeyValuePairs<String, StoredValue>,
    from old: [StoredValue]? = nil,
    customizations: Customizations = Customizations(), _ configure: (inout ExportOptions) -> Void = { _ in }
  ) throws -> String {
    var options = ExportOptions()
    configure(&options)
    let producer = try JSONProducer(
      schema: ModelStore(text).store.schema, customizations: customizations, options: options)
    let (columns, values) = (row.map(\.key), row.map(\.value))
    if let old { return try producer.patch(entity, columns, values, changedFrom: old).text }
    let lines = String(decoding: try producer.data(entity, columns, [values]), as: UTF8.self)
    return String(lines.dropLast())
  }

  @Test
  func `key paths, formats, and the app's transforms are those of stored records`() throws {
    let model = """
      entities:
        Thing:
          attributes:
            id: Int
            url: { type: URL?, ImportName: image.url }
            at: { type: Date, DateFormat: "yyyy-MM-dd" }
            size: { type: Int, Transform: words }
      """
    let words = AttributeTransform(
      decoding: { json in json.string?.count },
      encoding: { (value: Int) in .string(String(repeating: "x", count: value)) })
    #expect(
      try json(
        model, "Thing",
        [
          "id": .integer(1), "url": .text("http://a.b/c"), "at": .text("2000-01-02T00:00:00.000Z"),
          "size": .integer(3),
        ],
        customizations: Customizations(transforms: ["Thing.size": words]))
        == #"[{"id":1,"image":{"url":"http://a.b/c"},"at":"2000-01-02","size":"xxx"}]"#)
  }

  private static let orders = """
    entities:
      Order: { attributes: { id: Int }, relationships: { lines: [Line] } }
      Line: { PrimaryKey: [order, place], attributes: { place: Int }, relationships: { order: Order } }
      Note: { attributes: { id: Int }, relationships: { line: Line? } }
    """

  @Test
  func `a key of several parts is an object with them`() throws {
    let row: KeyValuePairs<String, StoredValue> = [
      "id": .integer(1), "line_order": .integer(7), "line_place": .integer(2),
    ]
    #expect(try json(Self.orders, "Note", row) == #"[{"id":1,"line":{"order":7,"place":2}}]"#)
    let empty: KeyValuePairs<String, StoredValue> = [
      "id": .integer(1), "line_order": .null, "line_place": .null,
    ]
    #expect(try json(Self.orders, "Note", empty) == #"[{"id":1}]"#)
    #expect(try json(Self.orders, "Note", empty) { $0.nulls = .written } == #"[{"id":1,"line":null}]"#)
    #expect(
      try json(Self.orders, "Note", row, from: [.integer(1), .null, .null])
        == #"{"id":1,"line":{"order":7,"place":2}}"#)
    #expect(
      try json(Self.orders, "Note", empty, from: [.integer(1), .integer(7), .integer(2)])
        == #"{"id":1,"line":null}"#)
  }

  @Test(arguments: ["Merge", "Replace"])
  func `a key whose parts are keys of several parts is objects in objects, if they are no records`(
    policy: String
  )
    throws
  {
    let model = """
      entities:
        Order: { PrimaryKey: [shop, number], attributes: { shop: String, number: Int } }
        Line:
          PrimaryKey: [order, place]
          attributes: { place: Int }
          relationships: { order: { to: Order, inverse: none, MergePolicy: \(policy) } }
        Note: { attributes: { id: Int }, relationships: { line: { to: Line?, inverse: none } } }
      """
    let row: KeyValuePairs<String, StoredValue> = [
      "id": .integer(1), "line_order_shop": .text("b"), "line_order_number": .integer(7),
      "line_place": .integer(2),
    ]
    // Under Replace an object with the key alone would be a record that is overwritten.
    #expect(
      try json(model, "Note", row)
        == (policy == "Merge"
          ? #"[{"id":1,"line":{"order":{"shop":"b","number":7},"place":2}}]"# : #"[{"id":1}]"#))
  }

  private static let family = """
    entities:
      Musician: { Discriminator: kind, attributes: { id: Int } }
      Guitarist: { extends: Musician, attributes: { strings: Int } }
    """

  @Test
  func `a record says its entity where no other extends that`() throws {
    #expect(
      try json(Self.family, "Guitarist", ["id": .integer(1), "strings": .integer(6)])
        == #"[{"kind":"Guitarist","id":1,"strings":6}]"#)
    // It may be a guitarist, read as a musician.
    #expect(try json(Self.family, "Musician", ["id": .integer(1)]) == #"[{"id":1}]"#)
  }

  @Test
  func `a patch has an array whole`() throws {
    let model = """
      entities:
        Thing:
          attributes:
            id: Int
            first: { type: String?, ImportName: names.0.text }
            second: { type: String?, ImportName: names.1.text }
            other: String?
      """
    #expect(
      try json(
        model, "Thing",
        ["id": .integer(1), "first": .text("a"), "second": .text("c"), "other": .text("x")],
        from: [.integer(1), .text("a"), .text("b"), .text("x")])
        == #"{"id":1,"names":[{"text":"a"},{"text":"c"}]}"#)
  }

  @Test
  func `what is left out of a patch, or asked for, may be a value of several parts`() throws {
    let model = """
      values: { Address: { street: String, city: String? } }
      entities: { Person: { attributes: { id: Int, name: String?, address: Address? } } }
      """
    let row: KeyValuePairs<String, StoredValue> = [
      "id": .integer(1), "name": .text("b"), "address_street": .text("s"), "address_city": .null,
    ]
    let old: [StoredValue] = [.integer(1), .text("a"), .text("r"), .text("c")]
    #expect(
      try json(model, "Person", row, from: old)
        == #"{"id":1,"name":"b","address":{"street":"s","city":null}}"#)
    #expect(
      try json(model, "Person", row, from: old) { $0.omitted = [["address"]] } == #"{"id":1,"name":"b"}"#)
    #expect(
      try json(model, "Person", row, from: old) { $0.only = [["address"]] }
        == #"{"id":1,"address":{"street":"s","city":null}}"#)
  }

  @Test
  func `a patch, and what is asked for by name, are objects unless records are nothing but values`() throws {
    let model = """
      entities:
        Word:
          PrimaryKey: text
          attributes: { text: { type: String, ImportName: $value }, note: String? }
        Mark: { attributes: { mark: { type: String?, ImportName: $value }, note: String?, by: String? } }
        Tag: { PrimaryKey: name, attributes: { name: { type: String, ImportName: $value } } }
      """
    #expect(
      try json(model, "Word", ["text": .text("b"), "note": .null], from: [.text("b"), .text("x")])
        == #"{"note":null}"#)
    #expect(
      try json(model, "Word", ["text": .text("b"), "note": .text("x")], from: [.text("b"), .text("x")])
        == "{}")
    #expect(try json(model, "Tag", ["name": .text("b")], from: [.text("b")]) == #""b""#)
    #expect(
      try json(model, "Word", ["text": .text("b"), "note": .text("x")]) { $0.omitted = [["note"]] }
        == #"["b"]"#)
    let mark: KeyValuePairs<String, StoredValue> = ["mark": .text("m"), "note": .null, "by": .null]
    #expect(try json(model, "Mark", mark) == #"["m"]"#)
    #expect(try json(model, "Mark", mark) { $0.only = [["by"]] } == "[{}]")
    #expect(try json(model, "Mark", mark) { $0.only = [["mark"]] } == #"["m"]"#)
    #expect(try json(model, "Mark", mark) { $0.omitted = [["mark"]] } == "[{}]")
  }

  @Test(arguments: [
    (StoredValue.text(#"{"a":1}"#), #"{"id":1,"a":1,"b":null}"#), (.null, #"{"id":1,"a":null,"b":null}"#),
  ])
  func `a patch removes the further members that are gone`(more: StoredValue, patch: String) throws {
    let model = "entities: { Band: { attributes: { id: Int, more: { type: JSON?, ImportName: $rest } } } }"
    #expect(
      try json(
        model, "Band", ["id": .integer(1), "more": more],
        from: [.integer(1), .text(#"{"a":1,"b":2}"#)]) == patch)
  }
}
