public import RowsmithSchema

/// A step of the app's own in the migration of a database, between two versions of the model.
///
/// ```swift
/// var options = StoreOptions()
/// options.migrations = [
///   MigrationStep(when: { old in old.entities.contains { $0.name == "Band" } }) { db in
///     try db.execute(sql: "UPDATE Band SET formed = formed + 1900 WHERE formed < 100")
///   }
/// ]
/// let store = try Store(.file(path), model: BandsModel(), options: options)
/// ```
///
/// Steps run in the transaction of the migration, in their order: those of ``Moment/before`` on the tables of the old model,
/// then the planned work, then those of ``Moment/after`` on the tables of the new one. What a step throws takes everything
/// back. A database that the model of today made has no migration, and no step.
public struct MigrationStep: Sendable, Hashable {
  /// When a step runs.
  public enum Moment: Sendable, Hashable {
    /// On the tables of the old model, before anything else. What a step has put in order is no loss any more.
    case before
    /// On the tables of the new model, when the planned work is done.
    case after
  }

  /// When it runs.
  public let moment: Moment
  let work: Work

  /// What it does, and in which migrations. Two are equal where one is a copy of the other.
  final class Work: Sendable, Hashable {
    let isWanted: @Sendable (Schema) -> Bool
    let run: @Sendable (MigrationTransaction) throws -> Void

    init(
      _ isWanted: @escaping @Sendable (Schema) -> Bool,
      _ run: @escaping @Sendable (MigrationTransaction) throws -> Void
    ) {
      self.isWanted = isWanted
      self.run = run
    }

    static func == (one: Work, other: Work) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A step in the migration of databases that one version of the model made.
  ///
  /// - Parameters:
  ///   - fingerprint: the `fingerprint` of the `Schema` of that version.
  ///   - moment: when it runs.
  ///   - body: what it does. It uses the transaction alone, not a store.
  public init(
    from fingerprint: String, _ moment: Moment = .before,
    _ body: @escaping @Sendable (_ db: MigrationTransaction) throws -> Void
  ) {
    self.init(when: { $0.fingerprint == fingerprint }, moment, body)
  }

  /// A step in the migration of databases whose model is so.
  ///
  /// - Parameters:
  ///   - isWanted: whether the step is wanted, given the model that made the database.
  ///   - moment: when it runs.
  ///   - body: what it does. It uses the transaction alone, not a store.
  public init(
    when isWanted: @escaping @Sendable (_ old: Schema) -> Bool, _ moment: Moment = .before,
    _ body: @escaping @Sendable (_ db: MigrationTransaction) throws -> Void
  ) {
    self.moment = moment
    work = Work(isWanted, body)
  }
}

extension [MigrationStep] {
  /// Runs those of a moment.
  func run(_ moment: MigrationStep.Moment, on connection: Connection, from old: Schema) throws {
    let wanted = filter { $0.moment == moment && $0.work.isWanted(old) }
    if wanted.isEmpty { return }
    let transaction = MigrationTransaction(connection, oldSchema: old)
    defer { transaction.end() }
    for step in wanted { try step.work.run(transaction) }
  }
}
