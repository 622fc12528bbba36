import Rowsmith
import RowsmithClient

/// What the server has said to have taken, and may have lost.
extension PageApplier {
  /// What may be wrong with a record that seems to be known.
  enum Doubt {
    case none
    /// It may lack what was written here, under the same version.
    case content
    /// It is older than what was written here.
    case age
  }

  /// Whether it is looked at nevertheless: it may show that the server has lost something.
  func doubt(
    _ item: Keyed, _ copy: ServerCopy, _ together: Together, _ db: ReadTransaction
  ) throws -> Doubt {
    guard !item.record.isDeleted, copy.state == .there, !together.own.contains(item.record.id) else {
      return .none
    }
    // What was made here cannot have been changed by somebody who did not know it.
    guard try db.takenWrites(of: item.key, in: table).contains(where: { !$0.name.isEmpty }) else {
      return .none
    }
    return item.record.version == copy.version ? .content : .age
  }

  private var lostWrites: LostWrites {
    LostWrites(
      rules: context.rules, table: table, hasOrderedVersions: context.server.guarantees.hasOrderedVersions,
      now: context.serverTime)
  }

  /// What of a record that has come the server has lost, before it is merged with what is here.
  func losses(
    in item: Keyed, _ together: Together, _ state: PageState, _ db: WriteTransaction
  ) throws -> [LostWrites.Loss] {
    guard state.hasTaken, !together.own.contains(item.record.id),
      let theirs = try db.values(of: item.key, in: table)
    else { return [] }
    return try lostWrites.find(item.record, item.key, theirs, state.local[item.key], db)
  }

  /// Does what the policy says of that, when the record is merged.
  func settle(
    _ losses: [LostWrites.Loss], of item: Keyed, _ state: PageState, _ db: WriteTransaction
  ) throws {
    if losses.isEmpty { return }
    try lostWrites.settle(losses, of: item.key, state.local[item.key], db)
    state.report.conflicts += losses.count
    state.report.note(lost: losses.map(\.taken.name), of: item.record.id, in: table)
  }
}

extension SyncReport {
  /// Notes what the server has lost of a record; of all of it where no member is named.
  mutating func note(lost names: [String], of id: String, in table: SyncedTable) {
    let members = names.map { name in "'\(table.columns.first { $0.name == name }?.member ?? name)'" }
    let what = members.isEmpty ? "the record" : "the change of \(members.sorted().joined(separator: ", "))"
    let error = SyncError(
      .lost,
      "the server has said that it took \(what), and does not have it any more; both sides are in the log of conflicts"
    )
    lost.append(Problem(error, of: id, in: table.collection.name))
  }
}
