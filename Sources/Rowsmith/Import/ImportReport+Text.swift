import RowsmithSchema

extension ImportReport: CustomStringConvertible {
  /// A table of the entities, then whatever needs attention, then size and time: what `rowsmith import` prints.
  public var description: String { text(of: entities.keys.sorted()) }

  /// The report as text for people.
  ///
  /// - Parameter names: the entities in the order of the table; those without records are left out.
  package func text(of names: [String], isDryRun: Bool = false) -> String {
    var text = table(names)
    text += "\nlinks: \(links.added) added, \(links.removed) removed\n"
    if skippedCount > 0 {
      text += "\nskipped records: \(skippedCount)\n"
      for skipped in skipped {
        let source = skipped.source.map { "\($0): " } ?? ""
        text += "  \(source)\(skipped.path): \(skipped.message)".escapedForDisplay() + "\n"
      }
      if skippedCount > skipped.count { text += "  … and \(skippedCount - skipped.count) more\n" }
    }
    text += Self.section(
      "foreign keys without a row so far",
      unresolved.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] })
    text += Self.section("keys that the model does not mention", Self.rows(unknownKeys))
    text += Self.section("values that their enumeration does not list", Self.rows(unlistedValues))
    text += Self.section(
      "objects of kinds that the model does not list, skipped", Self.rows(unlistedKinds))
    let rate = Amounts.rate(bytes: bytes, seconds: seconds)
    text += "\n\(Amounts.size(bytes)) in \(Amounts.seconds(seconds)), \(rate)\n"
    if isDryRun { text += "dry run: nothing was written\n" }
    return text
  }

  private func table(_ names: [String]) -> String {
    if entities.isEmpty { return "no records\n" }
    var columns: [(title: String, count: KeyPath<Counts, Int>)] = [
      ("inserted", \.inserted), ("updated", \.updated), ("unchanged", \.unchanged), ("deleted", \.deleted),
    ]
    // Most models have nothing that could be stale.
    if entities.values.contains(where: { $0.stale > 0 }) { columns.append(("stale", \.stale)) }
    var rows = [[""] + columns.map(\.title)]
    for name in names {
      guard let counts = entities[name] else { continue }
      rows.append([name] + columns.map { "\(counts[keyPath: $0.count])" })
    }
    return TextTable(rows: rows).text
  }

  private static func rows(_ occurrences: [String: Occurrences]) -> [[String]] {
    occurrences.sorted { $0.key < $1.key }.map {
      [$0.key, "\($0.value.count)", "first: \($0.value.example)"]
    }
  }

  private static func section(_ title: String, _ rows: [[String]]) -> String {
    if rows.isEmpty { return "" }
    return "\n\(title):\n" + TextTable(rows: rows.map { ["  " + $0[0]] + $0.dropFirst() }).text
  }
}
