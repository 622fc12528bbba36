import Foundation
import Rowsmith
import RowsmithSchema
import Testing

/// Exports that cannot be as they were asked for, and what is said then.
struct ExportRefusalTests {
  private func model() throws -> ModelStore {
    let model = try ModelStore(
      """
      entities:
        Thing:
          attributes: { id: Int, name: String? }
          relationships: { parts: { to: [Part], inverse: none }, best: { to: Part?, inverse: none, export: false } }
        Part: { attributes: { id: Int } }
        Note: { attributes: { text: String } }
      """)
    try model.importJSON(#"[{"id":1,"name":"a]b"},{"id":2}]"#, "Thing")
    try model.importJSON(#"{"text":"n"}"#, "Note")
    return model
  }

  @Test(arguments: [
    ("", 1, "it is empty"), (" -- x", 1, "it is empty"), ("id = 'a", 6, "this quote is not closed"),
    ("\"id = 1", 1, "this quote is not closed"), ("`id", 1, "this quote is not closed"),
    ("id = 1 AND [name", 12, "this bracket is not closed"), ("id = 1 /* x", 8, "this comment is not closed"),
    ("(id = 1", 1, "this parenthesis is not closed"), ("id = 1) OR (1", 7, "this parenthesis closes nothing"),
    ("1; DELETE FROM Thing", 2, "it is one expression, which has no ';'"),
  ])
  func `a condition that is not one expression`(text: String, column: Int, message: String) throws {
    let model = try model()
    let error = #expect(throws: ExportError.self) { try model.export("Thing") { $0.condition = text } }
    #expect(error?.reason == .badCondition && error?.column == column)
    #expect(error?.description == "the condition: column \(column): \(message)")
    #expect(try model.store.fetch(.sql("SELECT count(*) AS n FROM Thing"))[0].value("n") == 2)
  }

  @Test(arguments: [
    ("[name] = 'a]b'", "1"), ("\"id\" = 1 -- ;", "1"), ("id /* ) */ = 2", "2"),
    ("name = 'a''b' OR `id` = 2", "2"),
    ("id IN (SELECT id FROM Thing WHERE name IS NULL)", "2"),
  ])
  func `what is quoted or a comment is no end of it`(text: String, id: String) throws {
    let json = try model().export("Thing") { ($0.condition, $0.only) = (text, [["id"]]) }
    #expect(json == "[{\"id\":\(id)}]")
  }

  @Test func `a condition is for all records`() throws {
    let model = try model()
    var options = ExportOptions()
    options.condition = "id = 1"
    let error = #expect(throws: ExportError.self) {
      try model.store.exportJSON(entity: "Thing", keys: [[.integer(2)]], options: options) { _ in }
    }
    #expect(
      error?.description
        == "a condition applies to all records of an entity; it cannot be used with keys or a query")
  }

  @Test func `records without a key are not asked for by one`() throws {
    let model = try model()
    let error = #expect(throws: ExportError.self) {
      try model.store.exportJSON(entity: "Note", keys: [[.integer(1)]]) { _ in }
    }
    #expect(error?.description == "Note has no key; export all of it")
    let parts = #expect(throws: ExportError.self) {
      try model.store.exportJSON(entity: "Thing", keys: [[.integer(1), .integer(2)]]) { _ in }
    }
    #expect(parts?.description == "a key of Thing has the parts id, found 2 values: 1, 2")
    let typed = #expect(throws: ImportError.self) { try model.store.key(of: "Note", parsing: ["1"]) }
    #expect(typed?.description == "Note: it declares no key to find a record by")
  }

  @Test(arguments: ["embedded", "keys", "only"])
  func `what the model keeps out of JSON is not asked for`(way: String) throws {
    let model = try model()
    let error = #expect(throws: ExportError.self) {
      try model.export("Thing") {
        switch way {
        case "embedded": $0.embedded = [["best"]]
        case "keys": $0.keys = [["best"]]
        default: $0.only = [["best"]]
        }
      }
    }
    let what = way == "embedded" ? "embedded" : "written"
    #expect(error?.description == "'Thing.best' cannot be \(what): the model has `export: false`")
  }
}
