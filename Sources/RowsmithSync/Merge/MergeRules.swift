public import Rowsmith
import RowsmithAPI

/// A resolver for conflicts, instead of the model's policy.
public struct ConflictResolver: Sendable {
  /// The entity.
  public var entity: String
  /// The attribute or relationship; `nil` for all of the entity.
  public var member: String?
  /// Returns the value that wins; `nil` to apply the model's policy.
  public var resolve: @Sendable (ConflictingValues) throws -> StoredValue?

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - member: the attribute or relationship; `nil` for all of the entity.
  ///   - resolve: returns the value that wins; `nil` to apply the model's policy. Called in a transaction: it must not use the
  ///     store. If it throws, the conflict stays open, as under `manual`, and the error is in ``SyncReport/setAside``.
  public init(
    _ entity: String, _ member: String? = nil,
    resolve: @escaping @Sendable (ConflictingValues) throws -> StoredValue?
  ) {
    self.entity = entity
    self.member = member
    self.resolve = resolve
  }
}

/// A value that both sides have changed, in different ways.
public struct ConflictingValues: Sendable {
  /// The entity, the root of its inheritance family.
  public var entity: String
  /// The record's key.
  public var key: StoredValue
  /// The attribute or relationship.
  public var member: String
  /// The value that both sides last agreed on; `nil` if they never did.
  public var base: StoredValue?
  /// The value in this database. A list is a JSON array, as text. A link to one of several entities is a JSON object with `type`,
  /// the entity, and `id`.
  public var mine: StoredValue
  /// The value at the server.
  public var theirs: StoredValue
  /// Whether the server's change is the later one, by its clock.
  public var isTheirsLater: Bool

  /// Creates values in conflict, to call a resolver with.
  public init(
    entity: String, key: StoredValue, member: String, base: StoredValue? = nil, mine: StoredValue,
    theirs: StoredValue, isTheirsLater: Bool = false
  ) {
    self.entity = entity
    self.key = key
    self.member = member
    self.base = base
    self.mine = mine
    self.theirs = theirs
    self.isTheirsLater = isTheirsLater
  }
}

/// The policies and resolvers for conflicts.
struct MergeRules: Sendable {
  let plan: SyncPlan
  var resolvers: [ConflictResolver] = []
  /// Deliberate mistakes, with which tests show that they would notice them.
  var defects: Set<SyncDefect> = []

  func policy(of member: String, in table: SyncedTable) -> ConflictPolicy {
    table.plan.memberConflicts.first { $0.member == member }?.policy ?? rowPolicy(table)
  }

  func rowPolicy(_ table: SyncedTable) -> ConflictPolicy { table.plan.conflict ?? plan.conflict }

  func deletePolicy(_ table: SyncedTable) -> DeleteConflictPolicy {
    table.plan.deleteConflict ?? plan.deleteConflict
  }

  /// Whether a value of several parts is decided as a whole: somebody has to, and the model says nothing else of single parts.
  func isDecidedAsAWhole(_ names: [String], in table: SyncedTable) -> Bool {
    names.allSatisfy { name in
      policy(of: table.columns.first { $0.name == name }?.member ?? name, in: table) == .manual
    }
  }

  /// The value of one column or list that wins.
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

/// Mistakes that lose data, each known from another implementation. The simulation makes them one at a time to show that it
/// detects them.
package enum SyncDefect: String, Sendable, CaseIterable {
  /// A retry has a new idempotency key, and a creation does not check whether the record exists.
  case noIdempotency
  /// A pulled record overwrites local changes.
  case pullClobbers
  /// Refused changes are forgotten.
  case dropsRefused
  /// A change sends the whole record, without its version.
  case fullPut
  /// A success marks all changes as sent, including later ones.
  case clearsDirty
  /// Tombstones are neither stored nor respected.
  case noTombstones
  /// The cursor is stored before the rows of its page.
  case cursorFirst
}
