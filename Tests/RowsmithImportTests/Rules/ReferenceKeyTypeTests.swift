import Rowsmith
import RowsmithModel
import Testing

/// A relationship reads keys as the key attribute of its target does: what is said about a key of another type names that
/// attribute, and what is said there helps.
@Suite struct ReferenceKeyTypeTests {
  private static func store(_ key: String) throws -> Store {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Band: { attributes: { \(key), name: String? } }
        Album: { attributes: { id: Int }, relationships: { band: Band?, guests: { to: [Band] } } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Test.yml", text: yaml)], name: "Test")
    return try Store(.memory, schema: try #require(model.schema))
  }

  private static func message(_ key: String, _ json: String) throws -> String {
    let store = try store(key)
    let error = try #require(throws: ImportError.self) {
      try store.importJSON(.string(json), into: .entity("Album"))
    }
    #expect(error.reason == .invalidValue)
    return error.description
  }

  @Test(arguments: [
    (#"{"id":1,"band":"7"}"#, "1:16: $.band"), (#"{"id":1,"band_id":"7"}"#, "1:19: $.band_id"),
    (#"{"id":1,"guests":[5,"7"]}"#, "1:21: $.guests[1]"),
    (#"{"id":1,"guest_ids":["7"]}"#, "1:22: $.guest_ids[0]"),
  ])
  func `a number in quotes is read with coerce on the key`(json: String, place: String) throws {
    #expect(
      try Self.message("id: Int", json)
        == "\(place): Album: expected an integer, found \"7\"; "
        + "`coerce: true` on 'Band.id' converts where nothing is lost")
    #expect(try Self.keys("id: { type: Int, coerce: true }", json).contains(.integer(7)))
  }

  @Test(arguments: [
    (#"{"id":1,"band":7}"#, "1:16: $.band"), (#"{"id":1,"band_id":7}"#, "1:19: $.band_id"),
    (#"{"id":1,"guests":["x",7]}"#, "1:23: $.guests[1]"),
    (#"{"id":1,"guest_ids":[7]}"#, "1:22: $.guest_ids[0]"),
  ])
  func `a number for a text key is read with coerce on the key`(json: String, place: String) throws {
    #expect(
      try Self.message("id: String", json)
        == "\(place): Album: expected a string, found 7; "
        + "`coerce: true` on 'Band.id' converts where nothing is lost")
    #expect(try Self.keys("id: { type: String, coerce: true }", json).contains(.text("7")))
  }

  @Test(arguments: [
    (#"{"id":1,"band":"x"}"#, "1:16: $.band"), (#"{"id":1,"band_id":"x"}"#, "1:19: $.band_id"),
    (#"{"id":1,"guests":["x"]}"#, "1:19: $.guests[0]"),
    (#"{"id":1,"guest_ids":["x"]}"#, "1:22: $.guest_ids[0]"),
  ])
  func `text that is no number needs a text key, with or without coerce`(json: String, place: String) throws {
    for key in ["id: Int", "id: { type: Int, coerce: true }"] {
      #expect(
        try Self.message(key, json)
          == "\(place): Album: expected an integer, found \"x\"; declare 'Band.id' as String for such keys")
    }
    #expect(try Self.keys("id: String", json) == [.text("x")])
  }

  @Test(arguments: [
    ("id: Double", "\"1.5\"", "a number", "; `coerce: true` on 'Band.id' converts where nothing is lost"),
    ("id: Double", "\"x\"", "a number", "; declare 'Band.id' as String for such keys"),
    ("id: Bool", "\"yes\"", "true or false", "; `coerce: true` on 'Band.id' converts where nothing is lost"),
    ("id: Bool", "\"x\"", "true or false", "; declare 'Band.id' as String for such keys"),
    ("id: Int", "\"1,5\"", "an integer", "; numbers have a decimal point, not a comma"),
    ("id: Int", "true", "an integer", ""), ("id: String", "false", "a string", ""),
    ("id: UUID", "\"x\"", "a UUID in a string", "; it has the form 7d444840-9dc0-11d1-b245-5ffdce74fad2"),
  ])
  func `keys of other types`(key: String, value: String, expected: String, hint: String) throws {
    #expect(
      try Self.message(key, "{\"id\":1,\"band\":\(value)}")
        == "1:16: $.band: Album: expected \(expected), found \(value)\(hint)")
  }

  @Test func `a key inside an object is an attribute, which has coerce itself`() throws {
    let hint = "; `coerce: true` converts where nothing is lost"
    #expect(
      try Self.message("id: Int", #"{"id":1,"band":{"id":"7"}}"#)
        == "1:22: $.band.id: Band: expected an integer, found \"7\"\(hint)")
    #expect(
      try Self.message("id: Int", #"{"id":"1"}"#)
        == "1:7: $.id: Album: expected an integer, found \"1\"\(hint)")
  }

  /// The keys of the links that wait after an import.
  private static func keys(_ key: String, _ json: String) throws -> [StoredValue] {
    let store = try store(key)
    try store.importJSON(.string(json), into: .entity("Album"))
    return try store.fetch(.sql("SELECT key FROM _rowsmith_unresolved")).map { $0.values[0] }
  }
}
