import Foundation
public import Rowsmith
public import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// Synchronises a database with a server, in both directions.
///
/// ```swift
/// let session = try SyncSession(store: store, plan: NotesSync.plan, server: server)
/// let report = try await session.sync()
/// ```
///
/// Once a session was created for a file, every write to its synchronised tables is tracked: by records, imports, SQL and other
/// processes. One session per store is enough; it can be used from any task.
public final class SyncSession: Sendable {
  /// The database.
  public let store: Store
  /// The model's settings for synchronisation.
  public let plan: SyncPlan
  /// The server.
  public let server: any SyncServer
  /// The options of the session.
  public let options: SyncOptions
  let model: SyncModel
  let importModel: ImportModel?
  private let lease: SyncLease
  private let gate = SyncGate()
  private let serverClock = ServerClock()
  /// The task of automatic synchronisation.
  let automatic = TaskSlot()

  /// Creates a session, and makes the file track writes from now on. Existing rows of synchronised entities count as created
  /// here.
  ///
  /// - Throws: `StoreError`, ``SyncError`` if the adapter does not support the model's settings, a key is Data, or a resolver is
  ///   for something that does not synchronise.
  public init(
    store: Store, plan: SyncPlan, server: any SyncServer, options: SyncOptions = SyncOptions()
  ) throws {
    try server.check(plan, store.schema)
    self.store = store
    self.plan = plan
    self.server = server
    self.options = options
    model = SyncModel(plan, store.schema)
    try model.check(options.resolvers)
    try model.checkKeys(store.schema)
    lease = SyncLease(clock: options.clock)
    importModel = store.importModel(store.schema.readForSync(plan))
    try Tracking(model: model).prepare(store)
  }

  /// Creates a session without blocking the caller's thread; otherwise like the initialiser. Recording the existing rows takes a
  /// write.
  public static func open(
    store: Store, plan: SyncPlan, server: any SyncServer, options: SyncOptions = SyncOptions()
  ) async throws -> SyncSession {
    try await BlockingWork.run { _ in
      try SyncSession(store: store, plan: plan, server: server, options: options)
    }
  }

  /// Synchronises. If a sync is running, this one begins when it has ended; calls for the same scope that wait share one sync and
  /// its report.
  ///
  /// - Returns: what was done. If the server could not be reached, or needs a login, ``SyncReport/stopped`` says so, and the next
  ///   sync continues from there.
  /// - Throws: ``SyncError`` if it could not begin: another process synchronises the file, the database belongs to another
  ///   user, or the adapter's settings are wrong; `StoreError`; `CancellationError`. What was committed by then stays.
  @discardableResult
  public func sync(_ scope: SyncScope = .both, progress: SyncProgress? = nil) async throws -> SyncReport {
    try await gate.run(scope) { scope in
      try await SyncRun(
        context: self.context(progress), options: self.options, scope: scope
      ).run()
    }
  }

  /// Cancels the running sync, if any, and those that wait, and waits until they have ended. What was committed stays.
  public func cancel() async { await gate.cancel() }

  func context(_ progress: SyncProgress? = nil) -> SyncContext {
    var context = SyncContext(
      store: store, model: model, server: server, importModel: importModel,
      rules: MergeRules(plan: plan, resolvers: options.resolvers, defects: options.defects),
      clock: options.clock,
      lease: lease)
    context.serverClock = serverClock
    context.failPoint = options.failPoint
    context.progress = progress
    context.pageSize = max(1, options.pageSize)
    return context
  }
}
