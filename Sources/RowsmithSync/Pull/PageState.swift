import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// The state while a page is applied. Used by the writing thread, and read after it has finished.
final class PageState: @unchecked Sendable {
  var report: SyncReport
  /// Rows with unsent changes, as they were here.
  var local: [StoredValue: LocalRow] = [:]
  /// Existing rows, as they were.
  var before: [StoredValue: [String: StoredValue]] = [:]
  /// Unsent values of rows that are not in the page, and that its records may set.
  var unsent: [OtherEnds.Unsent] = []
  /// Rows with unsent changes that are not in the page, and that its records have embedded.
  var nested: [NestedRecords.Row] = []
  /// Rows with a creation request that may have been sent.
  var making: Set<StoredValue> = []
  /// Rows that were deleted here and stay, as another client has changed them, or has made them again.
  var kept: [StoredValue] = []
  /// Unique values to set once other rows do not have them any more.
  var late: [LateValue] = []
  /// Whether links of such records are deleted here, and still at the server.
  var hasDeletedLinks = false
  /// Whether the server may have lost an accepted write.
  var hasTaken = false

  init(report: SyncReport) { self.report = report }
}

extension SyncReport {
  /// Counts an applied record.
  mutating func count(_ change: Change, _ key: StoredValue, in table: SyncedTable) {
    let name = table.collection.name
    switch change {
    case .inserted: entities[name, default: .init()].inserted += 1
    case .updated: entities[name, default: .init()].updated += 1
    case .deleted: entities[name, default: .init()].deleted += 1
    }
    note(change, of: key, in: name)
  }

  /// Reports an error thrown by a resolver.
  mutating func note(
    _ failure: (member: String, error: any Error), of id: String, in table: SyncedTable
  ) {
    var error = SyncError(
      .resolver,
      "the resolver of '\(table.plan.name).\(failure.member)' has failed: \(failure.error); its conflict is open, "
        + "and the record waits until it is resolved")
    error.underlying = failure.error
    setAside.append(Problem(error, of: id, in: table.collection.name))
  }

  /// Reports a record that cannot be imported.
  ///
  /// - Parameter reason: `nil` if more records were left out than an import lists.
  mutating func note(unreadable record: SyncRecord, _ reason: String?, in table: SyncedTable) {
    entities[table.collection.name, default: .init()].unreadable += 1
    let others = ", like many of its page; the first of them have a reason"
    let text = reason.map { ": \($0.escapedForDisplay())" } ?? others
    let error = SyncError(.answer, "the record cannot be imported\(text)")
    unreadable.append(Problem(error, of: record.id, in: table.collection.name))
  }
}
