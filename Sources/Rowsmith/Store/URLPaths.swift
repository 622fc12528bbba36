public import Foundation
public import RowsmithSchema

// URLs of files, wherever a path is taken.
extension StoreLocation {
  /// A file, created when it is missing.
  public static func file(_ url: URL) -> StoreLocation { .file(url.filePath) }

  /// A file that has the tables of the model already. Nothing is created; any other file is refused.
  public static func existingFile(_ url: URL) -> StoreLocation { .existingFile(url.filePath) }

  /// A file for each account of the app, in a folder that is created when it is missing.
  public static func account(_ name: String, folder: URL) -> StoreLocation {
    .account(name, folder: folder.filePath)
  }
}

extension Store {
  /// Copies the database as it is now to another file; otherwise like its namesake.
  public func backUp(to url: URL) throws { try backUp(to: url.filePath) }

  /// Copies the database without blocking the caller's thread; otherwise like its namesake.
  public func backUp(to url: URL) async throws { try await backUp(to: url.filePath) }

  /// What migrating a database to a model would do and lose; otherwise like its namesake.
  public static func migrationPlan(
    at url: URL, to schema: Schema, options: StoreOptions = StoreOptions()
  ) throws -> MigrationPlan { try migrationPlan(at: url.filePath, to: schema, options: options) }

  /// Brings a database to a model, in one transaction; otherwise like its namesake.
  @discardableResult
  public static func migrate(
    at url: URL, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions()
  ) throws -> MigrationReport {
    try migrate(at: url.filePath, to: schema, allowsLoss: allowsLoss, options: options)
  }

  /// What migrating a database to a model would do and lose, without blocking the caller's thread; otherwise like its
  /// namesake.
  public static func migrationPlan(
    at url: URL, to schema: Schema, options: StoreOptions = StoreOptions()
  ) async throws -> MigrationPlan {
    try await migrationPlan(at: url.filePath, to: schema, options: options)
  }

  /// Brings a database to a model, without blocking the caller's thread; otherwise like its namesake. A cancelled task
  /// takes it back.
  @discardableResult
  public static func migrate(
    at url: URL, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions()
  ) async throws -> MigrationReport {
    try await migrate(at: url.filePath, to: schema, allowsLoss: allowsLoss, options: options)
  }
}
