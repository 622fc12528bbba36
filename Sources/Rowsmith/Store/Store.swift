import Dispatch
import Foundation
public import RowsmithSchema

/// A database that holds the records of one model.
///
/// A store has one connection, which one caller uses at a time; calls from several threads wait for each other.
/// The database is plain SQLite: a table for each entity, a column for each attribute and to-one relationship.
public final class Store: Sendable {
  /// The model.
  public let schema: Schema
  /// Guards the connection and the plan, which only its blocks use.
  private let queue = DispatchQueue(label: "rowsmith.store")
  private nonisolated(unsafe) let connection: Connection
  private nonisolated(unsafe) let plan: ImportPlan

  /// Opens a database, or creates it with the tables of the model.
  ///
  /// - Parameters:
  ///   - location: a file, created when it is missing, or memory.
  ///   - schema: the model. A database that another model made is refused.
  ///   - customizations: the app's transforms and hooks.
  /// - Throws: ``StoreError``.
  public init(
    _ location: StoreLocation, schema: Schema, customizations: Customizations = Customizations()
  ) throws {
    self.schema = schema
    plan = try ImportPlan(schema: schema, customizations: customizations)
    switch location {
    case .file(let path): connection = try Connection(path: path)
    case .existingFile(let path): connection = try Connection(path: path, creates: false)
    case .memory: connection = try Connection(path: ":memory:")
    }
    let setup = StoreSetup(connection: connection, schema: schema, layout: plan.layout)
    if case .existingFile(let path) = location { try setup.runOnExisting(path) } else { try setup.run() }
  }

  /// Opens the database of a generated model, or creates it.
  public convenience init<M: Model>(_ location: StoreLocation, model: M) throws {
    try self.init(location, schema: M.schema, customizations: model.customizations)
  }

  /// Imports a JSON document in one transaction: all of it, or nothing.
  ///
  /// - Returns: what was done.
  /// - Throws: ``ImportError`` for what is wrong with the document, ``StoreError`` for what is wrong with the
  ///   database. Nothing is written then.
  @discardableResult
  public func importJSON(
    _ source: JSONSource, into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    try queue.sync { try ImportThread.run { try self.performImport(source, target, options) } }
  }

  /// Imports a JSON document in one transaction, without blocking the caller's thread.
  ///
  /// A cancelled task leaves the database as it was.
  @discardableResult
  public func importJSON(
    _ source: JSONSource, into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    let flag = CancellationFlag()
    var options = options
    let callersWish = options.isCancelled
    options.isCancelled = { flag.isSet || callersWish?() == true }
    let cancellable = options
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(
            with: Result { try ImportThread.run { try self.performImport(source, target, cancellable) } })
        }
      }
    } onCancel: {
      flag.set()
    }
  }

  private func performImport(
    _ source: JSONSource, _ target: ImportTarget, _ options: ImportOptions
  ) throws -> ImportReport {
    let clock = ContinuousClock()
    let start = clock.now
    // `replace` empties the members that are in the document before anything is imported: it is read twice.
    let isReadTwice = options.policy == .replace && target.isDocument
    let source = isReadTwice ? try source.rereadable() : source
    var report = try connection.transaction {
      var presentMembers: Set<Int>?
      if isReadTwice, case .document(let name) = target {
        let scan = try ImportSession(
          plan: plan, connection: connection, reader: source.makeReader(), options: options)
        presentMembers = try scan.findMembers(ofDocument: name)
      }
      let session = try ImportSession(
        plan: plan, connection: connection, reader: source.makeReader(), options: options)
      session.presentMembers = presentMembers
      let report = try session.run(target)
      // What was tried and taken back would be written all the same.
      return (report, options.isDryRun || !session.hasChanges ? .rollback : .commit)
    }
    let elapsed = clock.now - start
    report.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return report
  }

  /// Runs the body with the connection, alone.
  func withConnection<Result>(_ body: (Connection, ImportPlan) throws -> Result) throws -> Result {
    try queue.sync { try body(connection, plan) }
  }

  /// Runs the body with the connection, alone, without blocking the caller's thread.
  ///
  /// The body is told whether the caller's task is cancelled; it decides whether to stop.
  func withConnection<Result: Sendable>(
    _ body: @escaping @Sendable (Connection, ImportPlan, _ isCancelled: () -> Bool) throws -> Result
  ) async throws -> Result {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(with: Swift.Result { try body(self.connection, self.plan) { flag.isSet } })
        }
      }
    } onCancel: {
      flag.set()
    }
  }
}

/// Set once, from any thread.
private final class CancellationFlag: @unchecked Sendable {
  /// Guards `value`.
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
