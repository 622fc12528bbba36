import Foundation
public import RowsmithSchema

// Static methods that block, asynchronously.
extension Store {
  /// Opens or creates the database of a generated model, without blocking the caller's thread: a migration can take long.
  ///
  /// A cancelled task rolls a migration back and throws `CancellationError`.
  public static func open<M: Model>(
    _ location: StoreLocation, model: M, options: StoreOptions = StoreOptions()
  ) async throws -> Store {
    try await open(location, schema: M.schema, customizations: model.customizations, options: options)
  }

  /// Opens a database, or creates it with the tables of the model, without blocking the caller's thread.
  ///
  /// A cancelled task rolls a migration back and throws `CancellationError`.
  public static func open(
    _ location: StoreLocation, schema: Schema, customizations: Customizations = Customizations(),
    options: StoreOptions = StoreOptions()
  ) async throws -> Store {
    let opening = OpeningFlag()
    return try await BlockingWork.run { isCancelled in
      let store = try Store(location, schema: schema, customizations: customizations, options: options) {
        // The store's connections keep calling this, but the task cancels only the opening.
        !opening.isOver && isCancelled()
      }
      opening.end()
      return store
    }
  }

  /// Returns what migrating a database to a model would do and lose, without blocking the caller's thread; see the synchronous
  /// version.
  public static func migrationPlan(
    at path: String, to schema: Schema, options: StoreOptions = StoreOptions()
  ) async throws -> MigrationPlan {
    try await BlockingWork.run {
      try migrationPlan(at: path, to: schema, options: options, isStopped: $0)
    }
  }

  /// Migrates a database to a model, without blocking the caller's thread; see the synchronous version. A cancelled task rolls
  /// the migration back.
  @discardableResult
  public static func migrate(
    at path: String, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions()
  ) async throws -> MigrationReport {
    try await BlockingWork.run {
      try migrate(at: path, to: schema, allowsLoss: allowsLoss, options: options, isStopped: $0)
    }
  }
}

/// Whether the opening of a store is over.
private final class OpeningFlag: @unchecked Sendable {
  /// Guards `value`.
  private let lock = NSLock()
  private var value = false

  var isOver: Bool { lock.withLock { value } }

  func end() { lock.withLock { value = true } }
}
