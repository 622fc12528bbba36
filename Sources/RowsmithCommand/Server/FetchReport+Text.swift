import Rowsmith
import RowsmithClient
import RowsmithSchema

extension FetchReport {
  /// The report as text: a line for each route, then the totals of the imports, or the body if nothing was imported.
  func text(schema: Schema) -> String {
    if entries.count == 1, hasFailure { return "" }
    var text = TextTable(rows: entries.map(row)).text
    for entry in entries {
      guard case .success(let answer) = entry.result, !answer.body.isEmpty else { continue }
      let body = String(decoding: answer.body, as: UTF8.self)
      text += "\n" + body + (body.hasSuffix("\n") ? "" : "\n")
    }
    return totals.files > 0 ? text + "\n" + totals.text(schema: schema, isDryRun: false) : text
  }

  private func row(_ entry: Entry) -> [String] {
    let seconds = Amounts.seconds(entry.seconds)
    guard case .success(let answer) = entry.result else { return [entry.route, "failed", "", seconds] }
    let pages = answer.pageCount > 1 ? "\(answer.pageCount) pages, " : ""
    return [entry.route, pages + FetchReport.words(answer), Amounts.size(answer.receivedBytes), seconds]
  }

  private static func words(_ answer: Answer<Void>) -> String {
    switch answer.outcome {
    case .imported: answer.isImport ? counts(answer.report) : "status \(answer.status ?? 0)"
    case .notModified: "not modified (304)"
    case .fromDatabase: "from the database"
    case .queued: "queued"
    }
  }

  /// The counts as text: `12 new, 3 updated`.
  private static func counts(_ report: ImportReport) -> String {
    let kinds: [(words: String, count: KeyPath<ImportReport.Counts, Int>)] = [
      ("new", \.inserted), ("updated", \.updated), ("unchanged", \.unchanged), ("deleted", \.deleted),
    ]
    let parts = kinds.compactMap { kind in
      let sum = report.entities.values.reduce(0) { $0 + $1[keyPath: kind.count] }
      return sum > 0 ? "\(sum) \(kind.words)" : nil
    }
    return parts.isEmpty ? "no records" : parts.joined(separator: ", ")
  }
}
