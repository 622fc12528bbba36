import Foundation
import RowsmithSchema
import TestSupport

/// The databases of ``Versions``, each made once and copied after: random trials ask for thousands of them.
enum VersionFiles {
  private static let files = Guarded<[Int: (schema: Schema, bytes: Data)]>([:])

  /// A database of its own that has been through all versions up to this one.
  static func copy(_ version: Int) throws -> Trial {
    let file = try files.withLock { files in
      if let known = files[version] { return known }
      let trial = try Versions.database(version)
      let bytes = try withExtendedLifetime(trial) { try Data(contentsOf: URL(fileURLWithPath: trial.path)) }
      let made = (schema: trial.current, bytes: bytes)
      files[version] = made
      return made
    }
    return try Trial(schema: file.schema, file: file.bytes)
  }
}
