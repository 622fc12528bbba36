import Foundation
public import Rowsmith
public import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// Keeps a database and a server alike, in both directions.
///
/// ```swift
/// let session = try SyncSession(store: store, plan: NotesSync.plan, server: server)
/// let report = try await session.sync()
/// ```
///
/// From the moment a session has been made for a file, whatever is written to its synchronised tables is noted in it, by
/// whomever: records, imports, SQL, other processes. One session for a store is enough, and can be used from any task.
public final class SyncSession: Sendable {
  /// The database.
  public let store: Store
  /// What the model says.
  public let plan: SyncPlan
  /// The server.
  public let server: any SyncServer
  /// How the session works.
  public let options: SyncOptions
  let model: SyncModel
  let importModel: ImportModel?
  private let lease: SyncLease
  private let gate = SyncGate()
  private let serverClock = ServerClock()
  /// What synchronises by itself.
  let automatic = TaskSlot()

  /// Creates a session, and has the file note from now on what is written to it. Rows of synchronised entities that are
  /// there already count as made here.
  ///
  /// - Throws: `StoreError`, ``SyncError`` where the adapter cannot do what the model says, or a resolver is of something that does
  ///   not synchronise.
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
    lease = SyncLease(clock: options.clock)
    importModel = store.importModel(store.schema.readForSync(plan))
    try Tracking(model: model).prepare(store)
  }

  /// Creates a session without blocking the caller's thread; otherwise like the initialiser. Noting the rows that are there
  /// already takes a write.
  public static func open(
    store: Store, plan: SyncPlan, server: any SyncServer, options: SyncOptions = SyncOptions()
  ) async throws -> SyncSession {
    try await BlockingWork.run { _ in
      try SyncSession(store: store, plan: plan, server: server, options: options)
    }
  }

  /// Synchronises. Who asks while a sync is under way gets the report of one that begins when that has ended; several who
  /// wait share one.
  ///
  /// - Returns: what was done. Where the server could not be reached, or wants a log-in, ``SyncReport/stopped`` says so, and
  ///   the next sync goes on from there.
  /// - Throws: ``SyncError`` where nothing could be begun: another process synchronises the file, the database is another
  ///   user's; `StoreError`; `CancellationError`. What was committed until then stays.
  @discardableResult
  public func sync(_ scope: SyncScope = .both, progress: SyncProgress? = nil) async throws -> SyncReport {
    try await gate.run(scope) { scope in
      try await SyncRun(
        context: self.context(progress), options: self.options, scope: scope
      ).run()
    }
  }

  /// Cancels the sync that is under way, if there is one, and waits until it has ended. What it has committed stays.
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
