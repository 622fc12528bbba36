public import Foundation
public import RowsmithSchema

// Overloads that take a file URL instead of a path.
extension StoreLocation {
  /// A file; created if it does not exist.
  public static func file(_ url: URL) -> StoreLocation { .file(url.filePath) }

  /// A file that already has the tables of the model. No file is created; any other file is refused.
  public static func existingFile(_ url: URL) -> StoreLocation { .existingFile(url.filePath) }

  /// A file for each account of the app, in a folder that is created if it does not exist.
  public static func account(_ name: String, folder: URL) -> StoreLocation {
    .account(name, folder: folder.filePath)
  }
}

extension Store {
  /// Copies the database to another file; see the version for a path.
  public func backUp(to url: URL) throws { try backUp(to: url.filePath) }

  /// Copies the database without blocking the caller's thread; see the version for a path.
  public func backUp(to url: URL) async throws { try await backUp(to: url.filePath) }

  /// Returns what migrating a database to a model would do and lose; see the version for a path.
  public static func migrationPlan(
    at url: URL, to schema: Schema, options: StoreOptions = StoreOptions()
  ) throws -> MigrationPlan { try migrationPlan(at: url.filePath, to: schema, options: options) }

  /// Migrates a database to a model, in one transaction; see the version for a path.
  @discardableResult
  public static func migrate(
    at url: URL, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions()
  ) throws -> MigrationReport {
    try migrate(at: url.filePath, to: schema, allowsLoss: allowsLoss, options: options)
  }

  /// Returns what migrating a database to a model would do and lose, without blocking the caller's thread; see the version for
  /// a path.
  public static func migrationPlan(
    at url: URL, to schema: Schema, options: StoreOptions = StoreOptions()
  ) async throws -> MigrationPlan {
    try await migrationPlan(at: url.filePath, to: schema, options: options)
  }

  /// Migrates a database to a model, without blocking the caller's thread; see the version for a path. A cancelled task rolls
  /// the migration back.
  @discardableResult
  public static func migrate(
    at url: URL, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions()
  ) async throws -> MigrationReport {
    try await migrate(at: url.filePath, to: schema, allowsLoss: allowsLoss, options: options)
  }
}
