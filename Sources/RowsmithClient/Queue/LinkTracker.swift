import Rowsmith
import RowsmithSchema

/// Tracks local changes to many-to-many lists, and preserves them when an answer has the earlier state.
struct LinkTracker {
  let facts: ModelFacts
  /// The entities that are sent to the server.
  let sent: Set<String>
  /// The relationships that no JSON has: `Article.comments`.
  let localRelationships: Set<String>
  let db: WriteTransaction
  /// The new keys of rows whose key has changed.
  var renamed: [RowName: [StoredValue]] = [:]
  /// The rows that were deleted.
  var deleted: Set<RowName> = []
  /// Cache: the sides by relationship name; `nil` for a name that is no such relationship.
  private var sides: [String: Side?] = [:]
  /// Cache: whether the row that has a list is sent.
  private var sentLists: [ListName: Bool] = [:]
  /// Cache: what is recorded about a list.
  private var notes: [ListName: Note] = [:]

  init(facts: ModelFacts, sent: Set<String>, localRelationships: Set<String>, db: WriteTransaction) {
    (self.facts, self.sent, self.localRelationships, self.db) = (facts, sent, localRelationships, db)
  }

  /// One side of a relationship, with its tables.
  private struct Side {
    var entity: String
    var name: String
    var table: String
    var target: String
  }

  /// What is recorded about a list.
  private enum Note {
    case nothing
    /// The current items are unknown: an earlier version recorded the change, or the whole row is new.
    case changed
    case known
  }

  /// One end of a link: a list, and the item at the other end.
  private struct End {
    var list: ListName
    var item: [StoredValue]
    /// Whether a key at either end has changed. The link with the former key is then removed and another one added.
    var isRenamed: Bool
  }

  /// The changes to the items of a list.
  private struct Items {
    var added: Set<[StoredValue]> = []
    /// The removed ones, and when each was.
    private var places: [[StoredValue]: Int] = [:]
    private var count = 0
    var areMoved = false

    var isEmpty: Bool { added.isEmpty && places.isEmpty && !areMoved }
    var removed: [[StoredValue]] { places.sorted { $0.value < $1.value }.map(\.key) }

    mutating func note(_ kind: LinkChange.Kind, _ item: [StoredValue]) {
      switch kind {
      case .moved: areMoved = true
      case .added:
        if places.removeValue(forKey: item) == nil { added.insert(item) }
      case .removed:
        if added.remove(item) != nil { return }
        places[item] = count
        count += 1
      }
    }
  }

  /// Processes the links that a transaction has changed.
  mutating func note(_ links: [LinkChange]) throws {
    var changed: [ListName: Items] = [:]
    var order: [ListName] = []
    for link in links where link.origin == .local {
      guard let end = try teller(of: link) else { continue }
      if changed[end.list] == nil { order.append(end.list) }
      changed[end.list, default: Items()].note(link.kind, end.item)
    }
    for list in order { if let items = changed[list], !items.isEmpty { try noteLocal(list, items) } }
    try follow(links.filter { $0.origin != .local && $0.origin != .server })
    try keepLocal(links.filter { $0.origin == .server }, except: Set(order))
  }

  private mutating func ends(of link: LinkChange) -> [End] {
    let ends = [
      (link.relationship, link.source, link.target), (link.inverse ?? "", link.target, link.source),
    ]
    return ends.compactMap { relationship, key, item in
      guard let side = side(relationship) else { return nil }
      let row = renamed[RowName(table: side.table, key: key)]
      let other = renamed[RowName(table: side.target, key: item)]
      return End(
        list: ListName(
          row: RowName(table: side.table, key: row ?? key), entity: side.entity, name: side.name),
        item: other ?? item, isRenamed: row != nil || other != nil)
    }
  }

  private mutating func side(_ relationship: String) -> Side? {
    if let known = sides[relationship] { return known }
    let entity = String(relationship.prefix { $0 != "." })
    let name = String(relationship.dropFirst(entity.count + 1))
    var side: Side?
    if let table = facts.table(of: entity), let target = facts.target(of: name, in: entity)?.target,
      let other = facts.table(of: target)
    {
      side = Side(entity: entity, name: name, table: table, target: other)
    }
    sides[relationship] = .some(side)
    return side
  }

  /// The end of a link that is sent; only one of the two is. `nil` if its record is deleted, as the deletion covers its links.
  private mutating func teller(of link: LinkChange) throws -> End? {
    for end in ends(of: link) where !localRelationships.contains(end.list.relationship) {
      if deleted.contains(end.list.row) { return nil }
      if try isSent(end.list) { return end }
    }
    return nil
  }

  /// Whether the row that has a list is sent. In an inheritance family, only some of the entities may be.
  private mutating func isSent(_ list: ListName) throws -> Bool {
    if let known = sentLists[list] { return known }
    var isSent = false
    if facts.entities(in: list.row.table).contains(where: sent.contains),
      let row = try db.row(of: list.row.table, key: list.row.key, facts)
    {
      isSent = sent.contains(row.text("entityName") ?? list.row.table)
    }
    sentLists[list] = isSent
    return isSent
  }

  private func noteLocal(_ list: ListName, _ items: Items) throws {
    let keys = try db.linkedKeys(list.relationship, of: list.row.key)
    var unsent = try db.unsentList(list)
    if unsent == nil {
      let removed = items.removed
      let isOrderKnown = removed.isEmpty && !items.areMoved
      unsent = UnsentList(
        base: KeyList(keys.filter { !items.added.contains($0) } + removed, isOrderKnown: isOrderKnown),
        own: nil)
    }
    unsent?.own = KeyList(keys)
    let revision = try db.noteChanged(list.row)
    if let unsent { try db.note(unsent, list, revision: revision) }
    try db.tidyUnsent(list, facts)
  }

  /// Follows link changes that are no local edits: one of their ends was deleted, or an import by the app added them.
  private mutating func follow(_ links: [LinkChange]) throws {
    var asked: Set<ListName> = []
    var order: [ListName] = []
    // Changed in place: a copy would take the time of the whole list for each of its links.
    var lists: [ListName: FollowedList] = [:]
    for link in links {
      for end in ends(of: link) {
        if asked.insert(end.list).inserted {
          order.append(end.list)
          let isOrdered = facts.isOrdered(end.list)
          lists[end.list] = FollowedList(try db.unsentList(end.list), isOrdered: isOrdered)
        }
        switch link.kind {
        case .added: lists[end.list]?.add(end.item)
        case .removed where end.isRenamed: continue
        case .removed: lists[end.list]?.remove(end.item, isInBase: link.origin != .takeover)
        case .moved:
          guard lists[end.list]?.isGiven == false else { continue }
          lists[end.list]?.give(try db.linkedKeys(end.list.relationship, of: end.list.row.key))
        }
        if lists[end.list]?.isAsAtServer() == true {
          if let unsent = lists[end.list]?.current() { try db.renote(unsent, end.list) }
          lists[end.list] = nil
          try db.tidyUnsent(end.list, facts)
        }
      }
    }
    for list in order where lists[list]?.hasChanged == true {
      if let unsent = lists[list]?.current() { try db.renote(unsent, list) }
    }
  }

  /// Restores a locally changed list after an answer until it has been sent, as for a value.
  private mutating func keepLocal(_ links: [LinkChange], except changed: Set<ListName>) throws {
    var kept: [ListName] = []
    var seen: Set<ListName> = []
    var single: [LinkChange] = []
    for link in links {
      let ends = ends(of: link)
      if ends.contains(where: { changed.contains($0.list) }) { continue }
      var isChanged = false
      var lists: [ListName] = []
      for end in ends {
        switch try noted(end.list) {
        case .nothing: break
        case .changed: isChanged = true
        case .known: lists.append(end.list)
        }
      }
      for list in lists where seen.insert(list).inserted { kept.append(list) }
      if lists.isEmpty, isChanged, link.kind != .moved { single.append(link) }
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

  private mutating func noted(_ list: ListName) throws -> Note {
    if let known = notes[list] { return known }
    var note = Note.nothing
    if let unsent = try db.unsentList(list) {
      note = unsent.own == nil ? .changed : .known
    } else if try db.unsentChanges(of: list.row)?.isNew == true {
      note = .changed
    }
    notes[list] = note
    return note
  }
}
