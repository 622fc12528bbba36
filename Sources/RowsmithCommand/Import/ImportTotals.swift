import Rowsmith
import RowsmithSchema

/// The sum of the reports of several files.
struct ImportTotals {
  /// A record that was skipped, with its file.
  struct Skipped {
    var file: String
    var path: String
    var message: String
  }

  private(set) var entities: [String: ImportReport.Counts] = [:]
  private(set) var links = ImportReport.Links()
  private(set) var skipped: [Skipped] = []
  private(set) var skippedCount = 0
  /// What was widened: `Issue.body is now optional (null at $[3].body)`.
  var widened: [String] = []
  /// The unresolved keys in the database after the last import.
  private(set) var unresolved: [String: Int] = [:]
  private(set) var unknownKeys: [String: ImportReport.Occurrences] = [:]
  private(set) var unlistedValues: [String: ImportReport.Occurrences] = [:]
  private(set) var unlistedKinds: [String: ImportReport.Occurrences] = [:]
  /// After how many root records reading ended, if it left some unread.
  private(set) var stoppedAfter: Int?
  private(set) var bytes = 0
  private(set) var seconds = 0.0
  private(set) var files = 0
  /// Whether there is more than one file, so that messages must name it.
  var hasSeveralFiles: Bool { files > 1 || isOne }
  /// Whether several files were imported as one document.
  private var isOne = false

  mutating func add(_ report: ImportReport, file: String) {
    files += 1
    for (name, counts) in report.entities {
      entities[name, default: .init()].inserted += counts.inserted
      entities[name, default: .init()].updated += counts.updated
      entities[name, default: .init()].unchanged += counts.unchanged
      entities[name, default: .init()].deleted += counts.deleted
      entities[name, default: .init()].stale += counts.stale
    }
    links.added += report.links.added
    links.removed += report.links.removed
    skipped += report.skipped.map { Skipped(file: $0.source ?? file, path: $0.path, message: $0.message) }
    isOne = isOne || report.skipped.contains { $0.source != nil }
    skippedCount += report.skippedCount
    unresolved = report.unresolved
    unknownKeys.merge(report.unknownKeys, uniquingKeysWith: Self.sum)
    unlistedValues.merge(report.unlistedValues, uniquingKeysWith: Self.sum)
    unlistedKinds.merge(report.unlistedKinds, uniquingKeysWith: Self.sum)
    stoppedAfter = report.stoppedAfter
    bytes += report.bytes
    seconds += report.seconds
  }

  private static func sum(_ one: ImportReport.Occurrences, _ other: ImportReport.Occurrences)
    -> ImportReport.Occurrences
  {
    var sum = one
    sum.count += other.count
    return sum
  }
}
