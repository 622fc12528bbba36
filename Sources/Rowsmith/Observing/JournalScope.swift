import RowsmithSchema

/// How much a journal notes of each table.
struct JournalScope: Equatable {
  /// How much is noted of the changed rows of a table.
  enum Detail: Int, Comparable {
    case nothing, keys
    /// The keys, and the values of rows that were there before.
    case values

    static func < (one: Detail, other: Detail) -> Bool { one.rawValue < other.rawValue }
  }

  /// Per table, in the order of the layout.
  private(set) var tables: [Detail]
  /// Per link table. Nothing but the keys is wanted of links.
  private(set) var links: [Detail]

  /// - Parameters:
  ///   - wanted: what the observers want.
  ///   - participants: which entities participants want, nil for all.
  init(_ wanted: ObserverRegistry.Wanted, participants: [Set<String>?], model: StoredModel) {
    let observed: Detail = wanted.values ? .values : wanted.rows ? .keys : .nothing
    tables = model.layout.tables.map { table in
      participants.contains { $0.map { !$0.isDisjoint(with: table.entities) } ?? true } ? .values : observed
    }
    links = model.layout.linkTables.map { link in
      let ends = [link.sourceEntity, link.targetEntity].compactMap { model.graph.root(of: $0)?.name }
      let families = model.layout.tables.filter { ends.contains($0.name) }.flatMap(\.entities)
      let isWanted = participants.contains { $0.map { !$0.isDisjoint(with: families) } ?? true }
      return isWanted ? .keys : min(observed, .keys)
    }
  }

  /// Per table, the link tables last.
  var all: [Detail] { tables + links }
  /// Whether nobody wants to know anything.
  var isEmpty: Bool { all.allSatisfy { $0 == .nothing } }
}
