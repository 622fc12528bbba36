import Rowsmith
import RowsmithModel
import RowsmithSchema
import Testing

/// Looking for records in a document that ends anywhere.
struct RecordSearchTests {
  private let schema: Schema

  init() throws {
    let model = ModelCompiler.compile(
      [
        ModelSource(
          path: "m.yml",
          text: """
            rowsmith: 1
            entities:
              Order: { attributes: { id: Int, at: String? } }
              Line:
                PrimaryKey: [order, position]
                attributes: { position: Int, text: String? }
                relationships: { order: { to: Order, MergePolicy: Merge, ForeignKey: order_id } }
              Animal: { attributes: { id: Int, kind: String }, Discriminator: kind }
              Dog: { extends: Animal, attributes: { tricks: Int? } }
            documents: { all: { orders: [Order], animals: [Animal] } }
            """)
      ], name: "M")
    schema = try #require(model.schema, "\(model.diagnostics)")
  }

  private func place(_ entity: String, _ json: String, at path: [String] = []) -> [String]? {
    RecordSearch(of: entity, in: schema).place(in: Array(json.utf8), expectedAt: path)?.path
  }

  @Test func `a key of several parts, one of them another record's`() {
    #expect(place("Line", #"{"lines": [{"order_id": 1, "position": 2}]}"#) == ["lines"])
    #expect(place("Line", #"{"lines": [{"order": {"id": 1}, "position": 2}]}"#) == ["lines"])
    #expect(place("Line", #"{"lines": [{"position": 2}]}"#) == nil)
  }

  @Test func `a record of the family has more that tells it`() {
    #expect(place("Dog", #"{"ids": [{"id": 1}], "dogs": [{"id": 1, "tricks": 2}]}"#) == ["dogs"])
  }

  @Test func `escaped keys, and a byte order mark`() {
    #expect(place("Order", "\u{FEFF}{\"d\\u0061ta\": {\"\\u00e9\": [{\"id\": 1}]}}") == ["data", "é"])
  }

  @Test func `the end of the bytes, and bytes that are no JSON, end the search and nothing else`() {
    let json = Array(
      #"{"meta": {"a": [1, -2.5e3, "\u00e9\\", true]}, "data": {"é": [{"id": 1}, {"id": 2}]}}"#.utf8)
    let search = RecordSearch(of: "Order", in: schema)
    var found = 0
    for count in 0...json.count {
      let place = search.place(in: Array(json.prefix(count)))
      #expect(place == nil || place?.path == ["data", "é"])
      if place != nil { found += 1 }
      for byte: UInt8 in [0, 0x22, 0x5B, 0x5C, 0x7B, 0xC3, 0xFF] {
        _ = search.place(in: json.prefix(count) + [byte] + json.dropFirst(count + 1))
        _ = search.place(in: json.prefix(count) + [byte])
      }
    }
    #expect(found > 10)
  }

  @Test func `nesting and width are bounded`() {
    let deep = String(repeating: #"{"a":"#, count: 100_000)
    #expect(place("Order", deep + #"{"id": 1}"#) == nil)
    #expect(place("Order", String(repeating: "[", count: 100_000)) == nil)
    let wide = (0..<100_000).map { "\"k\($0)\": {\"x\": {}}" }.joined(separator: ",")
    #expect(place("Order", "{\(wide), \"data\": [{\"id\": 1}]}") == nil)
  }

  @Test func `where a document begins`() throws {
    let document = try #require(schema.documents.first)
    func path(_ json: String, at path: [String] = []) -> [String]? {
      RecordSearch.path(of: document, in: Array(json.utf8), expectedAt: path)
    }
    #expect(path(#"{"a": {"animals": []}, "b": {"orders": [], "animals": []}}"#) == ["b"])
    #expect(path(#"{"a": {"orders": []}, "b": {"animals": []}}"#) == ["a"])
    #expect(path(#"{"x": {"a": {"orders": []}}}"#, at: ["x"]) == ["x", "a"])
    #expect(path(#"{"orders": [], "a": {"orders": [], "animals": []}}"#) == nil)
    #expect(path(#"{"a": [{"orders": []}]}"#) == nil)
  }
}
