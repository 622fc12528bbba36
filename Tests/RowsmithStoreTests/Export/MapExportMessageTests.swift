import Foundation
import Rowsmith
import Testing

/// What is said where records cannot be an object with a key for each, or a wish names nothing.
struct MapExportMessageTests {
  private func model() throws -> ModelStore {
    let model = try ModelStore(
      """
      entities:
        Price:
          attributes: { id: Int, day: { type: String?, ImportName: $key }, amount: Decimal }
        Pair: { PrimaryKey: [a, b], attributes: { a: Int, b: Int, note: String? } }
        Lone: { attributes: { id: Int } }
      """)
    try model.importJSON(#"[{"a":1,"b":2},{"a":1,"b":3}]"#, "Pair")
    try model.importJSON(#"{"id":1}"#, "Lone")
    return model
  }

  private func refusal(
    _ model: ModelStore, _ entity: String, _ configure: (inout ExportOptions) -> Void
  ) throws -> String {
    try #require(throws: ExportError.self) { try model.export(entity, configure) }.description
  }

  @Test func `two records with the same key are refused before anything is written`() throws {
    let model = try model()
    try model.importMap(#"{"mon":{"id":1,"amount":1.5},"tue":{"id":2,"amount":2}}"#, "Price")
    #expect(
      try model.export("Price") { $0.layout = .map }
        == #"{"mon":{"id":1,"amount":1.5},"tue":{"id":2,"amount":2}}"#)
    try model.store.write { try $0.execute(sql: "UPDATE Price SET day = 'mon'") }
    #expect(
      try refusal(model, "Price") { $0.layout = .map }
        == "two records have the Price.day 'mon', so the records cannot be in an object keyed by it")
    try model.store.write { try $0.execute(sql: "UPDATE Price SET day = NULL WHERE id = 2") }
    #expect(
      try refusal(model, "Price") { $0.layout = .map }
        == "a record has no Price.day, so the records cannot be in an object keyed by it")
  }

  @Test func `a key of two parts keys no object`() throws {
    #expect(
      try refusal(model(), "Pair") { $0.layout = .map }
        == "records of Pair have no attribute that could key an object: "
        + "neither `$key` nor a primary key of one part")
  }

  @Test func `a key that is asked for by fewer parts is told all of them`() throws {
    let model = try model()
    let error = try #require(throws: ExportError.self) {
      try model.store.exportJSON(entity: "Pair", keys: [[.integer(1)]]) { _ in }
    }
    #expect(error.description == "a key of Pair has the parts a, b, found 1 value: 1")
    let unknown = try #require(throws: ExportError.self) {
      try model.store.exportJSON(
        entity: "Pair", keys: [[.integer(1), .integer(2)], [.integer(1), .integer(9)]]
      ) {
        _ in
      }
    }
    #expect(unknown.description == "there is no Pair with the key 1, 9")
  }

  @Test func `a path that names no relationship is told that there is none`() throws {
    #expect(
      try refusal(model(), "Lone") { $0.embedded = [["parts"]] }
        == "Lone has no relationship 'parts' to embed; it has none")
    #expect(
      try refusal(model(), "Lone") { $0.omitted = [["parts"]] }
        == "Lone has no attribute or relationship 'parts'; it has id")
    #expect(
      try refusal(model(), "Lone") { $0.keys = [["parts"]] }
        == "Lone has no relationship 'parts'; it has none")
  }

  @Test(arguments: ["a = ?", "a = ?1", "a = :a", "a = $a"])
  func `a condition has no parameters`(text: String) throws {
    let model = try model()
    let error = try #require(throws: ExportError.self) { try model.export("Pair") { $0.condition = text } }
    #expect(error.reason == .badCondition)
    #expect(error.description == "the condition: a parameter has no value here; write the value itself")
  }

  @Test func `a zero byte ends no condition`() throws {
    #expect(
      try refusal(model(), "Pair") { $0.condition = "a = 1\0 OR 1" }
        == "the condition: column 6: it has a zero byte")
  }

  @Test func `a part of the key that is left out is noted`() throws {
    let (json, report) = try model().exportAndReport("Pair") { $0.omitted = [["b"]] }
    #expect(json == #"[{"a":1},{"a":1}]"#)
    #expect(report.notes == ["Pair.b, part of the key, is left out, as was asked"])
  }
}
