import Foundation
import RowsmithSchema

/// What a document comes to for each row, seen before anything is done: which of its records are stale, which entity a
/// row ends as, and whether the server has deleted it.
struct ReferenceSurvey {
  let model: ReferenceModel
  let base: ReferenceDatabase
  /// JSON paths of mentions that are older than their rows.
  var stale: Set<String> = []
  /// What rows end as.
  var kinds: [RowID: String] = [:]
  /// Rows that the server says are deleted, and the record that says so. "A row that one record says is deleted and
  /// another gives: the later of the two".
  var dead: [RowID: String] = [:]
  /// The last record that says so, even if another one gives the row behind it.
  private var deletions: [RowID: String] = [:]
  /// The places of the mentions in the document.
  var order: [String: Int] = [:]
  /// The records that made rows what they are.
  var deciders: [RowID: String] = [:]
  private var stamps: [RowID: StoredValue] = [:]
  /// The stamps of what says that rows are deleted, where the rows come before it.
  private var deadStamps: [RowID: StoredValue] = [:]
  private var givenKinds: [RowID: String] = [:]
  private var alive: Set<RowID> = []
  private var staleRows: Set<RowID> = []
  /// Whether the document gives one row two versions, two kinds, or life and death.
  var isContradictory = false
  /// Whether a row is of two kinds, neither of which extends the other, or is one again that it was before.
  var hasTwoKinds = false

  init(model: ReferenceModel, base: ReferenceDatabase) {
    self.model = model
    self.base = base
  }

  mutating func take(_ document: ReferenceDocument) {
    switch document.content {
    case .records(let records): for mention in records { take(mention) }
    case .value(_, let statement): take(statement)
    }
  }

  private mutating func take(_ statement: Mention.Statement) {
    var holder = Mention(
      path: "", table: "", asked: "", entity: "", isGiven: false, key: nil, overwrites: false)
    holder.statements = [statement]
    for mention in holder.embedded { take(mention) }
  }

  private mutating func take(_ mention: Mention) {
    order[mention.path] = order.count
    if let key = mention.key { take(mention, RowID(table: mention.table, key: key)) }
    for inner in mention.embedded { take(inner) }
  }

  private mutating func take(_ mention: Mention, _ id: RowID) {
    let stamp = model.stamp(of: mention.asked).flatMap { mention.values[$0.name] }
    if stamp == .null { stamps[id] = .null }
    if let stamp, stamp != .null {
      let own = model.stamp(of: mention.asked).flatMap { base[id]?.columns[$0.name] }
      let known = deadStamps[id] ?? stamps[id]
      if known.map({ $0 != stamp }) == true { isContradictory = true }
      if let now = known ?? own, now != .null, isOlder(stamp, than: now, mention) {
        stale.insert(mention.path)
        if alive.contains(id) || dead[id] != nil { isContradictory = true }
        staleRows.insert(id)
        return
      }
      if mention.isTombstone { deadStamps[id] = stamp } else { stamps[id] = stamp }
    }
    if staleRows.contains(id) { isContradictory = true }
    if mention.isTombstone {
      if alive.contains(id) { isContradictory = true }
      dead[id] = mention.path
      deletions[id] = mention.path
      return
    }
    if dead[id] != nil { isContradictory = true }
    dead[id] = nil
    deadStamps[id] = nil
    alive.insert(id)
    let now = kinds[id] ?? base[id]?.entity
    if !mention.isGiven, let now, model.entity(now, is: mention.asked) {
      kinds[id] = now
    } else {
      if let before = givenKinds[id], before != mention.entity { hasTwoKinds = true }
      if let now = kinds[id], now != mention.entity, !model.entity(mention.entity, is: now) {
        hasTwoKinds = true
      }
      if hasTwoKinds { isContradictory = true }
      kinds[id] = mention.entity
      deciders[id] = mention.path
      if mention.isGiven { givenKinds[id] = mention.entity }
    }
  }

  /// Whether a record comes before one that says that its row is deleted.
  func isBeforeDeletion(_ mention: Mention, of id: RowID) -> Bool {
    guard let deletion = deletions[id].flatMap({ order[$0] }), let own = order[mention.path] else {
      return false
    }
    return own < deletion
  }

  /// Whether a stamp is from before the other one.
  private func isOlder(_ stamp: StoredValue, than other: StoredValue, _ mention: Mention) -> Bool {
    switch (stamp, other) {
    case (.integer(let one), .integer(let other)): return one < other
    case (.real(let one), .real(let other)): return one < other
    case (.text(let one), .text(let other)):
      if model.stamp(of: mention.asked)?.type == .scalar(.decimal),
        let one = Decimal(string: one), let other = Decimal(string: other)
      {
        return one < other
      }
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    default: return false
    }
  }
}
