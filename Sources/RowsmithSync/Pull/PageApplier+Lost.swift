import Rowsmith
import RowsmithClient

/// Detects writes that the server has accepted and may have lost.
extension PageApplier {
  /// Why a record with a known version is examined all the same.
  enum Doubt {
    case none
    /// It may lack a local write, under the same version.
    case content
    /// It is older than a local write.
    case age
  }

  /// Whether a known record must be examined, as it may show a lost write.
  func doubt(
    _ item: Keyed, _ copy: ServerCopy, _ together: Together, _ db: ReadTransaction
  ) throws -> Doubt {
    guard !item.record.isDeleted, copy.state == .there, !together.own.contains(item.record.id) else {
      return .none
    }
    // A record that was only created here cannot have been overwritten by a client that did not know it.
    guard try db.takenWrites(of: item.key, in: table).contains(where: { !$0.name.isEmpty }) else {
      return .none
    }
    return item.record.version == copy.version ? .content : .age
  }

  private var lostWrites: LostWrites {
    LostWrites(
      rules: context.rules, table: table, hasOrderedVersions: context.server.guarantees.hasOrderedVersions,
      now: context.serverTime, localNow: context.localTime)
  }

  /// The writes that a pulled record has lost. Called before it is merged with the local changes.
  func losses(
    in item: Keyed, _ together: Together, _ state: PageState, _ db: WriteTransaction
  ) throws -> [LostWrites.Loss] {
    guard state.hasTaken, !together.own.contains(item.record.id),
      let theirs = try db.values(of: item.key, in: table)
    else { return [] }
    return try lostWrites.find(item.record, item.key, theirs, state.local[item.key], db)
  }

  /// Records what the server has made of values that were just sent, as the record in its answer says. Called before that is merged
  /// with the local changes.
  ///
  /// - Returns: their names; an empty one stands for the whole record.
  func noteAnswer(
    _ item: Keyed, _ together: Together, _ state: PageState, _ db: WriteTransaction
  ) throws -> Set<String> {
    guard state.hasTaken, together.own.contains(item.record.id) else { return [] }
    let names = try db.answeredWrites(of: item.key, in: table)
    guard !names.isEmpty, let theirs = try db.values(of: item.key, in: table) else { return names }
    for name in names.sorted() {
      if let value = theirs[name] { try db.noteAnswer(value, to: name, of: item.key, in: table) }
    }
    return names
  }

  /// Handles lost writes as the policy says, after the record is merged.
  func settle(
    _ losses: [LostWrites.Loss], of item: Keyed, _ state: PageState, _ db: WriteTransaction
  ) throws {
    if losses.isEmpty { return }
    state.report.conflicts += try lostWrites.settle(losses, of: item.key, db)
    state.report.note(lost: losses.map(\.taken.name), of: item.record.id, in: table)
  }
}

extension SyncReport {
  /// Reports what the server has lost of a record; the whole record if no members are named.
  mutating func note(lost names: [String], of id: String, in table: SyncedTable) {
    let members = names.map { name in "'\(table.columns.first { $0.name == name }?.member ?? name)'" }
    let what = members.isEmpty ? "the record" : "the change of \(members.sorted().joined(separator: ", "))"
    let error = SyncError(
      .lost,
      "the server accepted \(what), and no longer has it; both sides are in the log of conflicts"
    )
    lost.append(Problem(error, of: id, in: table.collection.name))
  }
}
