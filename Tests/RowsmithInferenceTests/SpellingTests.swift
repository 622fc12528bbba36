import Rowsmith
import RowsmithInference
import RowsmithModel
import Testing

/// How the keys of samples become names, and which the model has to spell out.
@Suite struct SpellingTests {
  private func draft(_ keys: [String], at location: SourceLocation = #_sourceLocation) throws -> ModelDraft {
    let members = keys.map { #""\#($0)": 1"# }.joined(separator: ", ")
    return try .of(#"[{"id": 1, \#(members)}, {"id": 2, \#(members)}]"#, at: location)
  }

  @Test(
    arguments: [
      (["first_name", "last_name"], .snakeCase, ["firstName: Int", "lastName: Int"]),
      (["firstName", "lastName"], .camelCase, ["firstName: Int", "lastName: Int"]),
      (["first-name", "last-name"], .kebabCase, ["firstName: Int", "lastName: Int"]),
      (["FirstName", "LastName", "Name"], .pascalCase, ["firstName: Int", "lastName: Int", "name: Int"]),
      // Most keys decide, and the others are written; a word alone says nothing.
      (
        ["firstName", "lastName", "zip_code", "size"], .camelCase,
        ["firstName: Int", "lastName: Int", "zipCode: { type: Int, ImportName: zip_code }", "size: Int"]
      ),
      (["size", "name"], .snakeCase, ["size: Int", "name: Int"]),
      // Acronyms are in capitals, and a key that is all capitals shows no casing.
      (
        ["html_url", "user_id", "ID3"], .snakeCase,
        ["htmlURL: Int", "userID: Int", "id3: { type: Int, ImportName: ID3 }"]
      ),
    ] as [([String], Casing, [String])])
  func `the casing is that of most keys, and other keys are spelled out`(
    keys: [String], casing: Casing, lines: [String]
  ) throws {
    let draft = try draft(keys)
    #expect(draft.casing == casing)
    let names = draft.entities[0].attributes.dropFirst().map(\.name)
    #expect(names.compactMap { draft.line("Thing", $0) } == lines)
  }

  @Test(arguments: [
    ("@type", "type: { type: Int, ImportName: \"@type\" }"), ("$ref", "ref: { type: Int, ImportName: $ref }"),
    ("#text", "text: { type: Int, ImportName: \"#text\" }"),
    ("+1", "plus1: { type: Int, ImportName: \"+1\" }"),
    ("-1", "minus1: { type: Int, ImportName: \"-1\" }"), ("2fa", "_2fa: { type: Int, ImportName: 2fa }"),
    ("a.b", "aB: { type: Int, ImportName: a\\.b }"), ("größe", "größe: Int"),
    ("a b", "aB: { type: Int, ImportName: a b }"),
    ("class", "class: Int"), ("description", "thingDescription: Int"),
    ("self", "thingSelf: { type: Int, ImportName: self }"),
    ("hashValue", "thingHashValue: { type: Int, ImportName: hashValue }"),
    ("_score", "score: { type: Int, ImportName: _score }"),
    ("😀", "value: { type: Int, ImportName: 😀 }"),
  ])
  func `a key that is no name becomes one, and is spelled out`(key: String, line: String) throws {
    let draft = try draft([key, "other_key"])
    let name = try #require(draft.entities[0].attributes.dropFirst().first?.name)
    #expect(draft.line("Thing", name) == line)
  }

  @Test(arguments: [
    (["foo_bar", "fooBar"], ["fooBar", "fooBar2"]), (["size", "Size"], ["size", "size2"]),
    (["@type", "type"], ["type", "type2"]), (["a.b", "a_b", "aB"], ["aB", "aB2", "aB3"]),
  ])
  func `keys with one name have it with numbers`(keys: [String], names: [String]) throws {
    let draft = try draft(keys)
    #expect(draft.entities[0].attributes.map(\.name).dropFirst().sorted() == names.sorted())
  }

  @Test(arguments: [
    ("things", "Thing"), ("big-things", "BigThing"), ("boxes", "Box"), ("people", "Person"),
    ("categories", "Category"),
    ("news", "News"), ("2024-issues", "Model2024Issue"), ("data", "DataRecord"), ("strings", "StringRecord"),
    ("type", "TypeRecord"),
    ("rowsmith_things", "RowsmithThing"), ("größen", "Größen"),
  ])
  func `records are called after one of what the samples are called`(name: String, entity: String) throws {
    #expect(try ModelDraft.of(#"[{"id": 1, "a": 2}]"#, named: name).entities.map(\.name) == [entity])
  }

  @Test(
    arguments: [
      // What holds the content is no part of a name, unless the short one is taken.
      (
        #"{"id": 1, "attributes": {"title": "a", "at": {"id": 3, "n": 4}}}"#, "title",
        "title: { type: String, ImportName: attributes.title }"
      ),
      (
        #"{"id": 1, "title": "b", "attributes": {"title": "a", "at": {"id": 3, "n": 4}}}"#, "attributesTitle",
        "attributesTitle: { type: String, ImportName: attributes.title }"
      ),
    ] as [(String, String, String)])
  func `members of a wrapper are called as they are in it`(json: String, name: String, line: String) throws {
    #expect(try ModelDraft.of("[\(json)]").line("Thing", name) == line)
  }
}
