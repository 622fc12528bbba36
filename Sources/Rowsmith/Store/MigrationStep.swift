public import RowsmithSchema

/// A step of the app in the migration of a database from one version of the model to another.
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
/// Steps run in the transaction of the migration: first those of ``Moment/before``, on the tables of the old model, then the
/// planned migration, then those of ``Moment/after``, on the tables of the new model. Steps of the same moment run in the order
/// of the array. If a step throws, the whole migration is rolled back. A database of the current model is not migrated, so no
/// step runs.
public struct MigrationStep: Sendable, Hashable {
  /// When a step runs.
  public enum Moment: Sendable, Hashable {
    /// On the tables of the old model, before the planned migration. Data that a step moves or repairs no longer counts as a
    /// loss.
    case before
    /// On the tables of the new model, after the planned migration.
    case after
  }

  /// When it runs.
  public let moment: Moment
  let work: Work

  /// What the step does, and for which migrations. Compared by identity: two steps are equal if one is a copy of the other.
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

  /// A step for databases of one version of the model.
  ///
  /// - Parameters:
  ///   - fingerprint: the `fingerprint` of that version's `Schema`.
  ///   - moment: when it runs.
  ///   - body: what the step does. It must use the transaction, not a store.
  public init(
    from fingerprint: String, _ moment: Moment = .before,
    _ body: @escaping @Sendable (_ db: MigrationTransaction) throws -> Void
  ) {
    self.init(when: { $0.fingerprint == fingerprint }, moment, body)
  }

  /// A step for databases whose model meets a condition.
  ///
  /// - Parameters:
  ///   - isWanted: returns `true` if the step runs; it gets the model of the database.
  ///   - moment: when it runs.
  ///   - body: what the step does. It must use the transaction, not a store.
  public init(
    when isWanted: @escaping @Sendable (_ old: Schema) -> Bool, _ moment: Moment = .before,
    _ body: @escaping @Sendable (_ db: MigrationTransaction) throws -> Void
  ) {
    self.moment = moment
    work = Work(isWanted, body)
  }
}

extension [MigrationStep] {
  /// Runs the steps of a moment that apply to the old model.
  func run(_ moment: MigrationStep.Moment, on connection: Connection, from old: Schema) throws {
    let wanted = filter { $0.moment == moment && $0.work.isWanted(old) }
    if wanted.isEmpty { return }
    let transaction = MigrationTransaction(connection, oldSchema: old)
    defer { transaction.end() }
    for step in wanted { try step.work.run(transaction) }
  }
}
