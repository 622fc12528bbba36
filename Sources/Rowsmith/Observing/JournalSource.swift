import RowsmithSchema

/// A table whose changed rows are recorded in the journal.
struct JournalSource {
  /// What an entry of the journal says about a row.
  enum Entry: Int64 {
    case inserted = 0
    case updated = 1
    case deleted = 2
    /// The row has arrived from another key.
    case came = 3
    /// The row has left for another key, or for the row that it is merged into.
    case left = 4
    /// The row has taken over the links of another row, which is deleted.
    case merged = 5
  }

  /// Its position among the tables of the layout; link tables follow.
  var index: Int
  var name: String
  var detail: JournalScope.Detail
  /// The columns that identify its rows, as SQL.
  var identity: [String]
  /// The discriminator column of a family: the entity of a row.
  var entity: String?
  /// All columns.
  var columns: [String]
  var isLink = false

  static func all(_ model: StoredModel, _ scope: JournalScope) -> [JournalSource] {
    let details = scope.all
    let tables = model.layout.tables.enumerated().map { index, table in
      JournalSource(
        index: index, name: table.name, detail: details[index],
        identity: table.identitySQL,
        entity: table.columns.first { $0.source == .entityName }.map { DDL.quoted($0.name) },
        columns: table.columns.map { DDL.quoted($0.name) })
    }
    let links = model.layout.linkTables.enumerated().map { place, link in
      let identity = (link.sourceColumns + link.targetColumns).map { DDL.quoted($0.name) }
      let index = tables.count + place
      return JournalSource(
        index: index, name: link.name, detail: details[index], identity: identity,
        columns: identity + ["\"position\""] + (link.isInverseOrdered ? ["\"source_position\""] : []),
        isLink: true)
    }
    return tables + links
  }

  /// The triggers that record its changed rows: names, and definitions without `CREATE TEMP TRIGGER`.
  func triggers() -> [(name: String, definition: String)] {
    if detail == .nothing { return [] }
    let table = "ON main.\(DDL.quoted(name))"
    let fixed = identity + (entity.map { [$0] } ?? [])
    let isSame = fixed.map { "OLD.\($0) IS NEW.\($0)" }.joined(separator: " AND ")
    let differs = columns.filter { !fixed.contains($0) }.map { "OLD.\($0) IS NOT NEW.\($0)" }
    // If an end of a link is rekeyed, that counts as a removed and an added link.
    let isRekey = isLink ? "0" : "EXISTS (SELECT 1 FROM _rowsmith_rekeying)"
    var triggers = [
      ("insert", "INSERT \(table) BEGIN \(note(.inserted, "NEW")) END"),
      ("delete", "DELETE \(table) BEGIN \(note(.deleted, "OLD")) END"),
      (
        "replace",
        "UPDATE \(table) WHEN NOT (\(isSame)) AND NOT \(isRekey) BEGIN "
          + "\(note(.deleted, "OLD")) \(note(.inserted, "NEW")) END"
      ),
    ]
    if !isLink {
      triggers.append(
        (
          "rekey",
          "UPDATE \(table) WHEN NOT (\(isSame)) AND \(isRekey) BEGIN "
            + "\(note(.left, "OLD")) \(note(.came, "NEW", former: "OLD")) END"
        ))
    }
    if !differs.isEmpty {
      triggers.append(
        (
          "update",
          "UPDATE \(table) WHEN \(isSame) AND \(DDL.joined(differs, " OR ")) BEGIN "
            + "\(note(.updated, "NEW")) END"
        ))
    }
    return triggers
  }

  private func note(_ entry: Entry, _ row: String, former: String? = nil) -> String {
    var columns = ["source", "change", "entity", "origin"]
    var values = [
      String(index), String(entry.rawValue), entity.map { "\(row).\($0)" } ?? "NULL", "rowsmith_origin()",
    ]
    for (part, column) in identity.enumerated() {
      columns.append("k\(part)")
      values.append("\(row).\(column)")
    }
    if let former {
      for (part, column) in identity.enumerated() {
        columns.append("f\(part)")
        values.append("\(former).\(column)")
      }
    }
    var text =
      "INSERT INTO _rowsmith_changes (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")));"
    if detail == .values, entry != .inserted, !isLink {
      let names = self.columns.indices.map { "c\($0)" }
      let old = self.columns.map { "OLD.\($0)" }
      text +=
        " INSERT INTO _rowsmith_old_values (\((["sequence"] + names).joined(separator: ", "))) "
        + "VALUES (\((["last_insert_rowid()"] + old).joined(separator: ", ")));"
    }
    return text
  }
}
