import Foundation
import Rowsmith
import RowsmithModel
import Testing

/// A model in YAML and a store for it: imports by hand, and what the tables hold after them.
///
/// Unless told otherwise, the reference imports the same and must come to the same.
final class ImportScenario {
  struct BadModel: Error {
    var diagnostics: String
  }

  let test: TestStore
  private let model: ReferenceModel
  private var reference: ReferenceDatabase?

  init(_ yaml: String, comparingReference: Bool = true, leftOut: Set<FastPath> = []) throws {
    let schema = try ImportScenario.schema(yaml)
    test = try TestStore(schema, leftOut: leftOut)
    model = ReferenceModel(schema)
    reference = comparingReference ? ReferenceDatabase() : nil
  }

  /// The model of what follows `rowsmith: 1`.
  static func schema(_ yaml: String) throws -> Schema {
    let source = ModelSource(path: "Model.yml", text: "rowsmith: 1\n" + yaml)
    let compiled = ModelCompiler.compile([source], name: "Model")
    guard let schema = compiled.schema else {
      throw BadModel(diagnostics: compiled.diagnostics.map(\.description).joined(separator: "\n"))
    }
    return schema
  }

  /// Imports; the report is the engine's.
  @discardableResult
  func importJSON(
    _ text: String, into target: ImportTarget, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = ImportOptions()
    configure(&options)
    let report = try test.store.importJSON(.string(text), into: target, options: options)
    if let database = reference {
      let expected = try ReferenceImporter.run(
        [TreeParser.parse(text)], into: target, options: options, model: model,
        database: database)
      reference = expected.database
      if let difference = expected.report.difference(report, model) {
        Issue.record(Comment(rawValue: difference))
      }
    }
    return report
  }

  @discardableResult
  func importJSON(
    _ text: String, into entity: String, _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    try importJSON(text, into: .entity(entity), configure)
  }

  /// The error of an import that must fail, and must leave everything as it was.
  func failure(
    _ text: String, into target: ImportTarget, _ configure: (inout ImportOptions) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ImportError {
    var options = ImportOptions()
    configure(&options)
    let before = try test.image()
    let error = try #require(throws: ImportError.self, sourceLocation: sourceLocation) {
      try test.store.importJSON(.string(text), into: target, options: options)
    }
    #expect(try test.image() == before, "a failed import changes nothing", sourceLocation: sourceLocation)
    return error
  }

  func failure(
    _ text: String, into entity: String, _ configure: (inout ImportOptions) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ImportError {
    try failure(text, into: .entity(entity), configure, sourceLocation: sourceLocation)
  }

  /// Compares what a query finds with a table: a line per row, cells between bars, NULL as a dot.
  func expect(
    _ sql: String, _ table: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try test.reader.rows(sql).map { $0.map(\.plainCell).joined(separator: " | ") }
    #expect(found == ImportScenario.lines(table), "\(sql)", sourceLocation: sourceLocation)
    if let reference {
      let wanted = reference.image(model)
      let image = try test.image(beside: reference)
      #expect(
        image == wanted, "\(DatabaseImage.difference("reference", wanted, "engine", image))",
        sourceLocation: sourceLocation)
    }
  }

  private static func lines(_ table: String) -> [String] {
    table.split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " | ")
    }
  }
}

extension StoredValue {
  /// The value without quotes; a dot for NULL.
  fileprivate var plainCell: String {
    if case .text(let text) = self { text } else { cell }
  }
}
