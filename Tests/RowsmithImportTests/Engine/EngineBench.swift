import RowsmithModel

@testable import Rowsmith

/// Imports into a database in memory, one after another, with the engine at hand that they work with.
final class EngineBench {
  let connection: Connection
  let mapping: Mapping
  let spare = SpareEngine()

  init(_ yaml: String, leftOut: Set<FastPath> = []) throws {
    let source = ModelSource(path: "Model.yml", text: "rowsmith: 1\n" + yaml)
    guard let schema = ModelCompiler.compile([source], name: "Model").schema else {
      throw ImportScenario.BadModel(diagnostics: "the model of the test is bad")
    }
    connection = try Connection(path: ":memory:")
    connection.leftOut = leftOut
    try connection.configure()
    try StoreSetup(connection: connection, schema: schema, layout: Layout(schema)).create()
    mapping = try StoredModel(schema, customizations: Customizations()).mapping()
  }

  /// Imports as a store does. Throws what the import throws.
  @discardableResult
  func importJSON(
    _ text: String, into target: ImportTarget, options: ImportOptions = ImportOptions(),
    before: () throws -> Void = {}
  ) throws -> ImportReport {
    try connection.makeTemporaryTables()
    let job = ImportJob(sources: [.string(text)], target: target, options: options)
    var report = try connection.transaction {
      try before()
      let (report, isKept) = try job.run(mapping: mapping, connection: connection, spare: spare)
      return (report, isKept ? .commit : .rollback)
    }
    spare.noteEnd()
    report.seconds = 0
    return report
  }

  /// How much a body has SQLite do: each statement counts once for 20 000 instructions.
  func work(_ body: () throws -> Void) rethrows -> Int {
    let looks = Looks()
    connection.stop {
      looks.count += 1
      return false
    }
    try body()
    return looks.count
  }

  /// How often a connection has looked whether it is to stop. Only the thread of the test works with it.
  private final class Looks: @unchecked Sendable {
    var count = 0
  }

  /// The engine that the next small import gets.
  func nextEngine() -> ImportEngine {
    let engine = spare.take(mapping, connection, bytes: 10)
    spare.giveBack(engine)
    return engine
  }

  /// All rows of all tables.
  func rows() throws -> [String] {
    try
      (mapping.tables.map(\.name) + mapping.links.map(\.name) + ["_rowsmith_pending", "_rowsmith_unresolved"])
      .flatMap { table in
        let list = try connection.prepare("SELECT * FROM \(DDL.quoted(table))")
        var rows: [String] = []
        while try list.step() {
          rows.append("\(table): \((0..<list.columnCount).map { list.value(at: $0) })")
        }
        return rows.sorted()
      }
  }
}
