import Rowsmith
import RowsmithInference
import RowsmithModel
import Testing

/// Objects without identity, and the values of several parts that are made of them.
@Suite struct GroupTests {
  private func draft(_ json: String) throws -> ModelDraft {
    let inferred = try Inference.infer([.string(json)])
    let imported = try Imported(inferred, .string(json))
    #expect(imported.report.unknownKeys.isEmpty && imported.report.skipped.isEmpty)
    return inferred.draft
  }

  private func types(_ draft: ModelDraft) -> [String] {
    draft.entities[0].attributes.map { "\($0.name): \($0.type)\($0.isOptional ? "?" : "")" }
  }

  @Test func `objects without identity are a value, with values in it`() throws {
    let draft = try draft(
      """
      [{"id": 1, "address": {"city": "Rome", "geo": {"lat": 41, "lng": 12.5}}},
       {"id": 2, "address": {"city": null, "geo": {"lat": 46.9, "lng": 7.5}}}, {"id": 3, "address": null}]
      """)
    #expect(types(draft) == ["id: Int", "address: Address?"])
    #expect(
      draft.yaml().contains(
        """
        values:
          Geo:
            lat: Double
            lng: Double

          Address:
            city: String?  # null in 1 of 2
            geo: Geo

        """))
  }

  @Test func `one shape in two places is one value, called as both are`() throws {
    let draft = try draft(
      """
      [{"id": 1, "billing_address": {"street": "a", "city": "Rome", "line2": null},
        "shipping_address": {"street": "b", "city": "Bern"}},
       {"id": 2, "billing_address": {"street": "c", "city": "Rome", "line2": "x"},
        "shipping_address": {"street": "d", "city": "Bern"}}]
      """)
    #expect(types(draft) == ["id: Int", "billingAddress: Address", "shippingAddress: Address"])
    #expect(draft.values.map(\.name) == ["Address"])
    #expect(draft.values[0].members.map(\.isOptional) == [false, false, true])
  }

  @Test func `addresses are values, whoever is named in them`() throws {
    let address = #"{"name": "Bob", "street": "a", "city": "Rome"}"#
    let draft = try draft(
      """
      [{"id": 1, "billing_address": \(address), "shipping_address": \(address)},
       {"id": 2, "billing_address": \(address), "shipping_address": \(address)}]
      """)
    #expect(types(draft) == ["id: Int", "billingAddress: Address", "shippingAddress: Address"])
  }

  @Test func `objects of one shape under several keys of one object are called after that`() throws {
    let draft = try draft(
      #"[{"id": 1, "_links": {"self": {"href": "/a"}, "html": {"href": "/b"}}}]"#)
    #expect(draft.values.map(\.name) == ["Link", "Links"])
  }

  @Test(arguments: ["fields", "attributes", "properties"])
  func `objects of one shape in an object that is taken apart are not called after that`(_ key: String)
    throws
  {
    let size = #"{"width": 1, "height": 2}"#
    let draft = try draft(#"[{"id": 1, "\#(key)": {"photo": \#(size), "scan": \#(size)}}]"#)
    #expect(types(draft) == ["id: Int", "photo: Photo", "scan: Photo"])
  }

  @Test func `texts and numbers under one key make two values of one shape`() throws {
    let draft = try draft(#"[{"id": 1, "size": {"a": 1, "b": 2}, "name": {"a": "x", "b": "y"}}]"#)
    #expect(draft.values.map(\.name) == ["Size", "Name"])
  }

  @Test func `a value never holds itself`() throws {
    let draft = try draft(
      #"[{"id": 1, "box": {"width": 1, "height": 2, "box": {"width": 3, "height": 4}}}]"#)
    #expect(draft.values.count == 2)
  }

  @Test func `lists of small objects of one shape are lists of values`() throws {
    let draft = try draft(
      """
      [{"id": 1, "fields": [{"label": "a", "text": "b", "seen": "2020-01-02T03:04:05Z"}, {"label": "c", "text": "d"}],
        "once": [{"label": 3}], "mixed": [{"label": 3}, {"label": 4}, null]}]
      """)
    #expect(types(draft) == ["id: Int", "fields: [Field]", "once: JSON", "mixed: JSON"])
  }

  @Test func `words of a list in a value are an enum where they are so in each place`() throws {
    let rows = (0..<20).map {
      #"{"id": \#($0), "pump": {"state": "\#($0 % 2 == 0 ? "on" : "off")", "load": 2}}"#
    }
    let draft = try draft("[\(rows.joined(separator: ","))]")
    #expect(draft.enums.map(\.values) == [["on", "off"]])
    #expect(draft.values[0].members[0].type == draft.enums[0].name)
  }

  @Test(arguments: [
    // Of which hardly anything is known.
    #"{"a": null, "b": [], "c": 1}"#,
    // Of more members than anyone wants in a structure.
    "{\((0..<20).map { #""m\#($0)": \#($0)"# }.joined(separator: ","))}",
  ])
  func `an object that has no shape yet, or too large a one, is kept as JSON`(_ object: String) throws {
    let draft = try draft(#"[{"id": 1, "what": \#(object)}, {"id": 2}]"#)
    #expect(types(draft) == ["id: Int", "what: JSON?"])
  }

  @Test func `what makes a value too large is kept as JSON in it`() throws {
    let large = "{\((0..<12).map { #""m\#($0)": \#($0)"# }.joined(separator: ","))}"
    let others = "{\((0..<11).map { #""n\#($0)": \#($0)"# }.joined(separator: ","))}"
    let last = "{\((0..<13).map { #""o\#($0)": \#($0)"# }.joined(separator: ","))}"
    let draft = try draft(#"[{"id": 1, "what": {"x": \#(large), "y": \#(others), "z": \#(last)}}]"#)
    let what = try #require(draft.values.first { $0.name == "What" })
    #expect(what.members.map(\.type) == ["X", "Y", "JSON"])
  }

  @Test func `objects with records in them are taken apart`() throws {
    let draft = try draft(
      #"[{"id": 1, "payload": {"size": 3, "user": {"id": 9, "login": "ann"}}}]"#)
    #expect(types(draft) == ["id: Int", "size: Int"])
    #expect(draft.values.isEmpty)
    #expect(draft.entities[0].relationships.map(\.type) == ["User"])
  }

  @Test func `a record with very many values keeps what is beyond its columns as JSON`() throws {
    let members = (0..<200).map { sensor in
      "\"sensor\(sensor)\": {" + (0..<12).map { "\"m\($0)\": \(sensor + $0).5" }.joined(separator: ", ")
        + "}"
    }
    let draft = try draft("[{\"id\": 1, \(members.joined(separator: ", "))}]")
    #expect(draft.entities[0].attributes.contains { $0.type == "JSON" })
  }
}
