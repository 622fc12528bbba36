import Rowsmith
import RowsmithSchema

extension ReferenceDatabase {
  /// What SQLite would hold.
  func image(_ model: ReferenceModel) -> DatabaseImage {
    var tables: [DatabaseImage.Table] = []
    for table in model.layout.tables {
      let lines = (rows[table.name] ?? [:]).map { key, row in
        table.columns.map { column -> StoredValue in
          switch column.source {
          case .entityName: .text(row.entity)
          case .rowIdentifier: key.first ?? .null
          default: row.columns[column.name] ?? .null
          }
        }
      }
      tables.append(.init(name: table.name, columns: table.columns.map(\.name), rows: lines))
    }
    for table in model.layout.linkTables {
      var columns = (table.sourceColumns + table.targetColumns).map(\.name) + ["position"]
      if table.isInverseOrdered { columns.append("source_position") }
      let lines = (links[table.name] ?? [:]).map { link, place -> [StoredValue] in
        let positions = [place.position] + (table.isInverseOrdered ? [place.sourcePosition] : [])
        return link.source + link.target + positions.map { $0.map { .integer(Int64($0)) } ?? .null }
      }
      tables.append(.init(name: table.name, columns: columns, rows: lines))
    }
    let waiting = pending.map { pending, claim -> [StoredValue] in
      let isKeyless = model.isKeyless(claim.parent.table)
      let place = claim.position.map { StoredValue.integer(Int64($0)) }
      return [
        .text(pending.relationship), encode(pending.target), isKeyless ? .null : encode(claim.parent.key),
        place ?? .null,
      ]
    }
    tables.append(.init(name: "_rowsmith_pending", columns: DatabaseImage.pendingColumns, rows: waiting))
    let image = DatabaseImage(tables: tables)
    return (hasGaps ? image.withRanks : image).canonical(model.layout)
  }

  /// A composite key in one column, as the engine writes it.
  private func encode(_ key: Key) -> StoredValue {
    if key.count == 1 { return key[0] }
    let parts = key.map { part in
      if case .text(let text) = part { Tree.string(text).description } else { part.cell }
    }
    return .text("[" + parts.joined(separator: ",") + "]")
  }
}
