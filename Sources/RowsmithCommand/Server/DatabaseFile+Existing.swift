import Foundation
import Rowsmith
import RowsmithClient

extension DatabaseFile {
  /// Opens an existing database. If there is none, this is reported and ends the command.
  func existing(
    _ model: LoadedModel, for interruption: Interruption, isReadOnly: Bool = false, terminal: Terminal
  ) throws -> Store {
    guard FileManager.default.fileExists(atPath: path) else {
      terminal.report("error: there is no database '\(path)'")
      throw ReportedFailure()
    }
    var options = options
    options.isReadOnly = isReadOnly
    if !isReadOnly { options.internalTables = ClientTables.all + QueueTables.all }
    return try interruption.watching {
      try Store(
        .existingFile(path), schema: model.schema, options: options, isStopped: { interruption.isRaised })
    }
  }
}
