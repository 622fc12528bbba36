import Rowsmith
import RowsmithModel
import Testing

/// A model and what the reference makes of documents for it: the rules with examples that one can follow by hand, without
/// the engine.
struct ReferenceScenario {
  private var model: ReferenceModel
  private var database = ReferenceDatabase()

  /// - Parameter change: what the schema has beyond what the YAML says.
  init(_ yaml: String, _ change: (inout Schema) -> Void = { _ in }) throws {
    let source = ModelSource(path: "Model.yml", text: "rowsmith: 1\n" + yaml)
    let compiled = ModelCompiler.compile([source], name: "Model")
    guard var schema = compiled.schema else {
      throw ImportScenario.BadModel(
        diagnostics: compiled.diagnostics.map(\.description).joined(separator: "\n"))
    }
    change(&schema)
    model = ReferenceModel(schema)
  }

  /// Imports; single quotes stand for double ones.
  @discardableResult
  mutating func importJSON(
    _ text: String, into target: ImportTarget, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ReferenceReport {
    var options = ImportOptions()
    configure(&options)
    let tree = try TreeParser.parse(text.replacing("'", with: "\""))
    let result = try ReferenceImporter.run(
      [tree], into: target, options: options, model: model, database: database)
    database = result.database
    return result.report
  }

  @discardableResult
  mutating func importJSON(
    _ text: String, into entity: String, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ReferenceReport {
    try importJSON(text, into: .entity(entity), configure)
  }

  /// What an import that must fail says.
  func failure(
    _ text: String, into target: ImportTarget, _ configure: (inout ImportOptions) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    var copy = self
    let failure = try #require(throws: ReferenceFailure.self, sourceLocation: sourceLocation) {
      try copy.importJSON(text, into: target, configure)
    }
    return failure.message
  }

  /// Sets a column as SQL would.
  mutating func set(_ column: String, _ value: StoredValue, in table: String, key: StoredValue) {
    database[RowID(table: table, key: [key])]?.columns[column] = value.nonNull
  }

  /// The rows of a table, or the links of a link table: a line for each, cells between spaces, NULL as a dot.
  func rows(_ table: String, _ columns: String...) -> [String] {
    guard let found = database.image(model).tables.first(where: { $0.name == table }) else {
      return ["no table \(table)"]
    }
    let wanted = columns.isEmpty ? found.columns : columns
    let slots = wanted.map { found.columns.firstIndex(of: $0) }
    return found.rows.map { row in
      slots.map { slot in
        guard let slot else { return "?" }
        if case .text(let text) = row[slot] { return text }
        return row[slot].cell
      }.joined(separator: " ")
    }.sorted()
  }

  /// Whether importing it again would change nothing.
  func isSettled(
    _ text: String, into target: ImportTarget, _ configure: (inout ImportOptions) -> Void = { _ in }
  )
    throws -> Bool
  {
    var copy = self
    try copy.importJSON(text, into: target, configure)
    return copy.database == database
  }
}
