public import Rowsmith
import RowsmithAPI

/// Decides a conflict in place of the model's policy.
public struct ConflictResolver: Sendable {
  /// The entity.
  public var entity: String
  /// The attribute or relationship; nil for all of the entity.
  public var member: String?
  /// Gives the value that is to stand; nil for what the model says.
  public var resolve: @Sendable (ConflictingValues) throws -> StoredValue?

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - member: the attribute or relationship; nil for all of the entity.
  ///   - resolve: gives the value that is to stand; nil for what the model says. Called inside a transaction: it must not use
  ///     the store. What it throws leaves the conflict open, as `manual` does, and is in ``SyncReport/setAside``.
  public init(
    _ entity: String, _ member: String? = nil,
    resolve: @escaping @Sendable (ConflictingValues) throws -> StoredValue?
  ) {
    self.entity = entity
    self.member = member
    self.resolve = resolve
  }
}

/// A value that both sides have changed, to something else.
public struct ConflictingValues: Sendable {
  /// The entity, the root of its family.
  public var entity: String
  /// The record's key.
  public var key: StoredValue
  /// The attribute or relationship.
  public var member: String
  /// What both sides had agreed on; nil where they never did.
  public var base: StoredValue?
  /// What this database has. Lists are JSON arrays, as texts; a link to one of several entities is a JSON object with the
  /// `type`, which is the entity, and the `id`.
  public var mine: StoredValue
  /// What the server has.
  public var theirs: StoredValue
  /// Whether the server's change is the later one, by its clock.
  public var isTheirsLater: Bool
}

/// How conflicts are resolved.
struct MergeRules: Sendable {
  let plan: SyncPlan
  var resolvers: [ConflictResolver] = []
  /// What is done wrong on purpose, so that tests show that they would notice.
  var defects: Set<SyncDefect> = []

  func policy(of member: String, in table: SyncedTable) -> ConflictPolicy {
    table.plan.memberConflicts.first { $0.member == member }?.policy ?? rowPolicy(table)
  }

  func rowPolicy(_ table: SyncedTable) -> ConflictPolicy { table.plan.conflict ?? plan.conflict }

  func deletePolicy(_ table: SyncedTable) -> DeleteConflictPolicy {
    table.plan.deleteConflict ?? plan.deleteConflict
  }

  /// The value of one column or list that stands.
  func outcome(
    _ values: ThreeWay, of member: String, isList: Bool, key: StoredValue, in table: SyncedTable
  ) throws -> (ThreeWay.Outcome, policy: String) {
    let policy = policy(of: member, in: table)
    if values.isConflict {
      for resolver in resolvers
      where resolver.entity == table.plan.name && (resolver.member == nil || resolver.member == member) {
        let conflict = ConflictingValues(
          entity: table.plan.name, key: key, member: member, base: values.base, mine: values.mine,
          theirs: values.theirs, isTheirsLater: values.later == .theirs)
        guard let value = try resolver.resolve(conflict) else { continue }
        let winner: ThreeWay.Winner = value == values.mine ? .mine : value == values.theirs ? .theirs : .both
        return (.init(value: value, winner: winner), "app")
      }
    }
    return (values.merged(policy, isList: isList), policy.rawValue)
  }
}

/// Mistakes that lose data, each known from another implementation. The simulation makes them one at a time, to show that it
/// finds them.
package enum SyncDefect: String, Sendable, CaseIterable {
  /// A repetition has a new idempotency key, and a creation does not ask whether the record is there.
  case noIdempotency
  /// A pulled record overwrites what was changed here.
  case pullClobbers
  /// What the server refuses is forgotten.
  case dropsRefused
  /// A change sends the whole record, and does not name its version.
  case fullPut
  /// A success marks everything as sent, also what was changed meanwhile.
  case clearsDirty
  /// Tombstones are not remembered, nor heeded.
  case noTombstones
  /// The cursor is kept before the rows of its page.
  case cursorFirst
}
