import Foundation
import RowsmithSchema

/// The databases of ``Versions``, each made once and copied after: random trials ask for thousands of them.
final class VersionFiles: @unchecked Sendable {
  static let shared = VersionFiles()

  /// Guards `files`.
  private let lock = NSLock()
  private var files: [Int: (schema: Schema, bytes: Data)] = [:]

  /// A database of its own that has been through all versions up to this one.
  func copy(_ version: Int) throws -> Trial {
    let file = try lock.withLock {
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
