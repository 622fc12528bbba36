import RowsmithSchema

/// How much a journal records of each table.
struct JournalScope: Equatable {
  /// How much is recorded of a table's changed rows.
  enum Detail: Int, Comparable {
    case nothing, keys
    /// The keys, and the old values.
    case values

    static func < (one: Detail, other: Detail) -> Bool { one.rawValue < other.rawValue }
  }

  /// One for each table, in the order of the layout.
  private(set) var tables: [Detail]
  /// One for each link table. Links need no more than the keys.
  private(set) var links: [Detail]

  /// - Parameters:
  ///   - wanted: what the observers need.
  ///   - participants: the entities of each participant; `nil` for all entities.
  init(_ wanted: ObserverRegistry.Wanted, participants: [Set<String>?], model: StoredModel) {
    let observed: Detail = wanted.values ? .values : wanted.rows ? .keys : .nothing
    tables = model.layout.tables.map { table in
      participants.contains { $0.map { !$0.isDisjoint(with: table.entities) } ?? true } ? .values : observed
    }
    links = model.layout.linkTables.map { link in
      // Each is looked up, as each write asks for the scope.
      let ends = [link.sourceEntity, link.targetEntity].compactMap(model.layout.table(holding:))
      let families = ends.flatMap(\.entities)
      let isWanted = participants.contains { $0.map { !$0.isDisjoint(with: families) } ?? true }
      return isWanted ? .keys : min(observed, .keys)
    }
  }

  /// Those of the tables, then those of the link tables.
  var all: [Detail] { tables + links }
  /// Whether nothing has to be recorded.
  var isEmpty: Bool { all.allSatisfy { $0 == .nothing } }
}
