import Rowsmith
import RowsmithInference
import Testing

/// The names of members that identify records, and what each needs beside its name.
@Suite struct KeyNameTests {
  private func draft(
    _ records: [String], named name: String = "bands", at location: SourceLocation = #_sourceLocation
  )
    throws -> ModelDraft
  {
    try .of("[\(records.map { "{\($0)}" }.joined(separator: ","))]", named: name, at: location)
  }

  @Test(
    arguments: [
      // The clearest name, wherever it stands.
      (["name", "id"], "id"), (["name", "_id"], "id"), (["name", "@id"], "id"), (["slug", "uuid"], "uuid"),
      (["slug", "guid"], "guid"), (["slug", "objectId"], "objectID"),
      (["slug", "objectID"], "objectID"), (["slug", "object_id"], "slug"),
      (["slug", "sha"], "sha"), (["slug", "iri"], "iri"), (["slug", "pk"], "pk"), (["slug", "oid"], "oid"),
      (["slug", "arn"], "arn"), (["slug", "gid"], "gid"), (["sha", "uuid"], "uuid"), (["uuid", "id"], "id"),
      // With the name of the records.
      (["name", "band_id"], "bandID"), (["name", "bandUUID"], "bandUUID"),
      (["name", "band_code"], "bandCode"), (["name", "bandid"], "bandid"),
      (["slug", "band_id"], "bandID"),
      // Codes, then who signs in, then names.
      (["login", "key"], "key"), (["login", "slug"], "slug"), (["login", "code"], "code"),
      (["login", "sku"], "sku"),
      (["login", "isbn"], "isbn"), (["login", "symbol"], "symbol"), (["login", "handle"], "handle"),
      (["name", "login"], "login"), (["name", "username"], "username"), (["size2", "email"], "email"),
      (["size2", "title"], "title"), (["size2", "number"], "number"), (["size2", "path"], "path"),
    ] as [([String], String)])
  func `the clearest name is the key`(members: [String], key: String) throws {
    let records = (1...3).map { number in
      members.map { #""\#($0)": "a\#(number)""# }.joined(separator: ",") + #","size": \#(number * number)"#
    }
    #expect(try draft(records).entities.map(\.primaryKey) == [[key]])
  }

  @Test(arguments: [
    // Missing, null, empty, a fraction, true or false, two types, a text with a fault.
    (#""id": 1"#, #""a": 2"#), (#""id": 1"#, #""id": null"#), (#""id": "a""#, #""id": """#),
    (#""id": 1"#, #""id": 1.5"#),
    (#""id": true"#, #""id": false"#), (#""id": 1"#, #""id": "b""#), (#""id": 1"#, #""id": [2]"#),
    (#""id": 1"#, #""id": 9223372036854775808"#), (#""id": 1"#, #""id": 2e3"#),
  ])
  func `a member that is not in every record, or no single value, is no key`(one: String, other: String)
    throws
  {
    let draft = try draft(["\(one), \"size\": 3", "\(other), \"size\": 3"])
    #expect(draft.entities.map(\.primaryKey) == [[]])
  }

  @Test func `the key of what a record follows is no key, however different they are`() throws {
    #expect(try draft((1...4).map { #""parent_id": \#($0), "size": 3"# }).entities.map(\.primaryKey) == [[]])
    #expect(
      try draft((1...4).map { #""parent_id": \#($0), "item_id": \#($0)"# }).entities.map(\.primaryKey) == [
        ["itemID"]
      ])
  }

  @Test func `the key of something beside it is no key`() throws {
    let draft = try draft(
      (1...3).map {
        #""text": "t\#($0)", "order_id": \#($0 + 10), "order": {"id": \#($0 + 10), "sum": \#($0)}, "mood": "m""#
      }, named: "notes")
    #expect(draft.entities.first { $0.name == "Note" }?.primaryKey == [])
  }

  @Test(arguments: [
    ("url", "https://example.com/\(0)", true), ("href", "/bands/0", true),
    ("self", "https://example.com/0", true),
    ("uri", "spotify:band:0", false), ("link", "0", false),
  ])
  func `an address identifies records if it is one`(key: String, value: String, isKey: Bool) throws {
    let records = (1...3).map {
      #""\#(key)": "\#(value.replacing("0", with: "\($0)"))", "size": \#($0 * $0)"#
    }
    #expect(try draft(records).entities.map { !$0.primaryKey.isEmpty } == [isKey])
  }

  @Test(arguments: ["metadata", "meta", "sys", "identity", "id"])
  func `the key may be in an object that holds it`(holder: String) throws {
    let records = (1...3).map { #""\#(holder)": {"uid": "u\#($0)", "made": \#($0)}, "size": \#($0 * $0)"# }
    let draft = try draft(records)
    #expect(draft.entities.map(\.primaryKey.count) == [1])
    let key = try #require(draft.entities[0].primaryKey.first)
    #expect(draft.line("Band", key)?.contains("ImportName: \(holder).uid") == true)
  }

  @Test func `in lists, the key may be in data`() throws {
    let draft = try draft((1...3).map { #""data": {"id": \#($0), "name": "n\#($0)"}, "size": \#($0 * $0)"# })
    #expect(draft.entities.map(\.primaryKey) == [["id"]])
    #expect(draft.line("Band", "id") == "id: { type: Int, ImportName: data.id }")
  }

  @Test func `where records have few members, objectId is their key, be there one`() throws {
    #expect(try draft([#""objectId": "xWMyZ4YEGZ", "size": 3"#]).entities.map(\.primaryKey) == [["objectID"]])
    #expect(try draft([#""object_id": "xWMyZ4YEGZ", "size": 3"#]).entities.map(\.primaryKey) == [[]])
  }

  @Test(arguments: [
    (#""$key""#, "'$key'"), (#""$value""#, "'$value'"), (#""""#, "''"), (#""$index""#, "'$index'"),
    (#""$rest""#, "'$rest'"), (#""$record""#, "'$record'"),
  ])
  func `what no model can name is not read, which a comment says`(key: String, said: String) throws {
    let draft = try draft((1...2).map { #""id": \#($0), \#(key): 1"# })
    #expect(draft.entities.map(\.comments) == [["Not read, as a model cannot name it: \(said)."]])
  }

  @Test(arguments: [
    [#""caf\#u{e9}": 1, "cafe\#u{301}": 1"#, #""size": 2"#], [#""caf\#u{e9}": 1"#, #""cafe\#u{301}": 1"#],
  ])
  func `a key that has several spellings is read in the first, which a comment says`(members: [String]) throws
  {
    let draft = try draft(members.enumerated().map { #""id": \#($0.offset), \#($0.element)"# })
    #expect(
      draft.entities.map(\.comments) == [
        ["Read in the first spelling alone, not with other Unicode characters: 'caf\u{e9}'."]
      ])
  }
}
