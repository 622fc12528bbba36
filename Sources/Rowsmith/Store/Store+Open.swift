import Foundation
public import RowsmithSchema

// What blocks before there is a store, awaited.
extension Store {
  /// Opens the database of a generated model, or creates it, without blocking the caller's thread: a migration can take long.
  ///
  /// A cancelled task takes a migration back, and throws `CancellationError`.
  public static func open<M: Model>(
    _ location: StoreLocation, model: M, options: StoreOptions = StoreOptions()
  ) async throws -> Store {
    try await open(location, schema: M.schema, customizations: model.customizations, options: options)
  }

  /// Opens a database, or creates it with the tables of the model, without blocking the caller's thread.
  ///
  /// A cancelled task takes a migration back, and throws `CancellationError`.
  public static func open(
    _ location: StoreLocation, schema: Schema, customizations: Customizations = Customizations(),
    options: StoreOptions = StoreOptions()
  ) async throws -> Store {
    let opening = OpeningFlag()
    return try await BlockingWork.run { isCancelled in
      let store = try Store(location, schema: schema, customizations: customizations, options: options) {
        // The connections of the store ask for ever, but only opening it is cancelled with the task.
        !opening.isOver && isCancelled()
      }
      opening.end()
      return store
    }
  }

  /// What migrating a database to a model would do and lose, without blocking the caller's thread; otherwise like its
  /// namesake.
  public static func migrationPlan(
    at path: String, to schema: Schema, options: StoreOptions = StoreOptions()
  ) async throws -> MigrationPlan {
    try await BlockingWork.run {
      try migrationPlan(at: path, to: schema, options: options, isStopped: $0)
    }
  }

  /// Brings a database to a model, without blocking the caller's thread; otherwise like its namesake. A cancelled task
  /// takes it back.
  @discardableResult
  public static func migrate(
    at path: String, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions()
  ) async throws -> MigrationReport {
    try await BlockingWork.run {
      try migrate(at: path, to: schema, allowsLoss: allowsLoss, options: options, isStopped: $0)
    }
  }
}

/// Whether a store is open.
private final class OpeningFlag: @unchecked Sendable {
  /// Guards `value`.
  private let lock = NSLock()
  private var value = false

  var isOver: Bool { lock.withLock { value } }

  func end() { lock.withLock { value = true } }
}
