import Rowsmith
import RowsmithSchema

/// Notes which many-to-many lists are changed here, and keeps them when an answer says what was before.
struct LinkTracker {
  let facts: ModelFacts
  /// The entities of which the server is told.
  let sent: Set<String>
  /// The relationships that are in no JSON: `Article.comments`.
  let localRelationships: Set<String>
  let db: WriteTransaction
  /// Which rows have another key by now.
  var renamed: [RowName: [StoredValue]] = [:]
  /// Which rows were deleted.
  var deleted: Set<RowName> = []

  /// An end of a link: a list that has the item at the other end.
  private struct End {
    var list: ListName
    var item: [StoredValue]
    /// Whether one of the records has another key by now: the link with the former one is removed, and another one added.
    var isRenamed: Bool
  }

  /// What became of the items of a list.
  private struct Items {
    var added: Set<[StoredValue]> = []
    var removed: [[StoredValue]] = []
    var areMoved = false

    var isEmpty: Bool { added.isEmpty && removed.isEmpty && !areMoved }

    mutating func note(_ kind: LinkChange.Kind, _ item: [StoredValue]) {
      switch kind {
      case .moved: areMoved = true
      case .added:
        if let index = removed.firstIndex(of: item) { removed.remove(at: index) } else { added.insert(item) }
      case .removed: if added.remove(item) == nil { removed.append(item) }
      }
    }
  }

  /// Goes through the links that a transaction has changed.
  func note(_ links: [LinkChange]) throws {
    var changed: [(list: ListName, items: Items)] = []
    for link in links where link.origin == .local {
      guard let end = try teller(of: link) else { continue }
      if let index = changed.firstIndex(where: { $0.list == end.list }) {
        changed[index].items.note(link.kind, end.item)
      } else {
        var items = Items()
        items.note(link.kind, end.item)
        changed.append((end.list, items))
      }
    }
    for (list, items) in changed where !items.isEmpty { try noteLocal(list, items) }
    for link in links where link.origin != .local && link.origin != .server { try follow(link) }
    try keepLocal(links.filter { $0.origin == .server }, except: Set(changed.map(\.list)))
  }

  private func ends(of link: LinkChange) -> [End] {
    let ends = [
      (link.relationship, link.source, link.target), (link.inverse ?? "", link.target, link.source),
    ]
    return ends.compactMap { relationship, key, item in
      let owner = String(relationship.prefix { $0 != "." })
      let name = String(relationship.dropFirst(owner.count + 1))
      guard let table = facts.table(of: owner),
        let target = facts.target(of: name, in: owner).flatMap({ facts.table(of: $0.target) })
      else { return nil }
      let (row, other) = (
        renamed[RowName(table: table, key: key)], renamed[RowName(table: target, key: item)]
      )
      return End(
        list: ListName(row: RowName(table: table, key: row ?? key), entity: owner, name: name),
        item: other ?? item,
        isRenamed: row != nil || other != nil)
    }
  }

  /// The record that tells the server of a link: one alone does. Of one that is deleted, the deletion says all.
  private func teller(of link: LinkChange) throws -> End? {
    for end in ends(of: link) where !localRelationships.contains(end.list.relationship) {
      if deleted.contains(end.list.row) { return nil }
      if try isSent(end.list) { return end }
    }
    return nil
  }

  /// Whether the server is told of the row that has a list. Of a family, only some of the entities may be sent.
  private func isSent(_ list: ListName) throws -> Bool {
    let family = facts.entities(in: list.row.table)
    guard family.contains(where: sent.contains),
      let row = try db.row(of: list.row.table, key: list.row.key, facts)
    else { return false }
    return sent.contains(row.text("entityName") ?? list.row.table)
  }

  private func noteLocal(_ list: ListName, _ items: Items) throws {
    let keys = try db.linkedKeys(list.relationship, of: list.row.key)
    var unsent = try db.unsentList(list)
    if unsent == nil {
      let isOrderKnown = items.removed.isEmpty && !items.areMoved
      unsent = UnsentList(
        base: KeyList(keys.filter { !items.added.contains($0) } + items.removed, isOrderKnown: isOrderKnown),
        own: nil)
    }
    unsent?.own = KeyList(keys)
    let revision = try db.noteChanged(list.row)
    if let unsent { try db.note(unsent, list, revision: revision) }
    try db.tidyUnsent(list, facts)
  }

  /// A link that nobody has changed here: an end of it is gone, or an import of the app's own has brought it.
  private func follow(_ link: LinkChange) throws {
    for end in ends(of: link) {
      guard var unsent = try db.unsentList(end.list), var own = unsent.own else { continue }
      switch link.kind {
      case .added: if !own.keys.contains(end.item) { own.keys.append(end.item) }
      case .removed where end.isRenamed: continue
      case .removed:
        own.keys.removeAll { $0 == end.item }
        if link.origin == .takeover { unsent.base?.keys.removeAll { $0 == end.item } }
      case .moved: own = KeyList(try db.linkedKeys(end.list.relationship, of: end.list.row.key))
      }
      unsent.own = own
      try db.renote(unsent, end.list)
      try db.tidyUnsent(end.list, facts)
    }
  }

  /// A list that was changed here stays as it is until it has been sent, as a value does.
  private func keepLocal(_ links: [LinkChange], except changed: Set<ListName>) throws {
    var kept: [ListName] = []
    var single: [LinkChange] = []
    for link in links {
      let ends = ends(of: link)
      let lists = try ends.map(\.list).filter { try !changed.contains($0) && db.unsentList($0)?.own != nil }
      kept += lists.filter { !kept.contains($0) }
      let isUnsent =
        try lists.isEmpty && link.kind != .moved
        && ends.contains { end in
          guard let unsent = try db.unsentChanges(of: end.list.row) else { return false }
          return unsent.isNew || unsent.links.contains(end.list.name)
        }
      if isUnsent { single.append(link) }
    }
    for list in kept {
      guard var unsent = try db.unsentList(list) else { continue }
      unsent.base = KeyList(try db.linkedKeys(list.relationship, of: list.row.key))
      try db.renote(unsent, list)
    }
    for list in kept {
      guard let own = try db.unsentList(list)?.own else { continue }
      try db.setLinks(list.relationship, of: list.row.key, to: own.keys)
    }
    for link in single {
      try db.setLink(link.relationship, from: link.source, to: link.target, isLinked: link.kind == .removed)
    }
  }
}
