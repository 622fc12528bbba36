import CSQLite
import Foundation
package import Rowsmith
import RowsmithModel
package import RowsmithSchema

/// The database of a model, in a file of its own that is gone with this.
package final class ModelFile {
  package let path: String
  package let store: Store
  private var ownsFile = true

  /// What is wrong with a model, or with SQL.
  private struct Failure: Error, CustomStringConvertible { var description: String }

  package convenience init(_ yaml: String) throws {
    try self.init(yaml, at: NSTemporaryDirectory() + "rowsmith-\(UUID().uuidString).sqlite")
  }

  private init(_ yaml: String, at path: String) throws {
    self.path = path
    store = try Store(.file(path), schema: try ModelFile.schema(yaml))
  }

  deinit {
    store.close()
    guard ownsFile else { return }
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// Closes the database, and opens it again, maybe with another model.
  package func reopened(_ yaml: String) throws -> ModelFile {
    store.close()
    ownsFile = false
    return try ModelFile(yaml, at: path)
  }

  package static func schema(_ yaml: String) throws -> Schema {
    let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: yaml)], name: "Model")
    guard let schema = model.schema else { throw Failure(description: "\(model.diagnostics)") }
    return schema
  }

  /// Runs SQL as another program would, over a connection that knows nothing of Rowsmith.
  package func runElsewhere(_ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(description: path) }
    sqlite3_busy_timeout(handle, 5000)
    if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK {
      throw Failure(description: String(cString: sqlite3_errmsg(handle)))
    }
  }
}
