import Rowsmith
import RowsmithSchema

extension ImportTotals {
  /// The report as text: a table of the entities, then everything that needs attention.
  func text(schema: Schema, isDryRun: Bool) -> String {
    var report = ImportReport()
    report.entities = entities
    report.links = links
    report.skipped = skipped.map {
      ImportReport.Skipped(source: hasSeveralFiles ? $0.file : nil, path: $0.path, message: $0.message)
    }
    report.skippedCount = skippedCount
    report.unresolved = unresolved
    report.unknownKeys = unknownKeys
    report.unlistedValues = unlistedValues
    report.unlistedKinds = unlistedKinds
    report.bytes = bytes
    report.seconds = seconds
    let text = report.text(of: schema.entities.map(\.name), isDryRun: isDryRun)
    if widened.isEmpty { return text }
    return text + "\nmodel\n" + widened.map { "  \($0.escapedForDisplay())\n" }.joined()
  }
}
