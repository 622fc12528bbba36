import Rowsmith

extension ReferenceImporter {
  /// Foreign keys in the whole database that name no row, per relationship.
  func countUnresolved() -> [String: Int] {
    var counts: [String: Int] = [:]
    for (_, rows) in database.rows {
      for (_, row) in rows {
        for toOne in model.toOnes(of: row.entity) {
          guard let key = pointer(row, toOne) else { continue }
          if database[RowID(table: model.table(of: toOne.target), key: key)] == nil {
            counts[model.qualifiedName(toOne, in: row.entity), default: 0] += 1
          }
        }
      }
    }
    for (name, links) in database.links {
      guard let table = model.linkTable(name) else { continue }
      let relationship = "\(table.sourceEntity).\(table.relationship)"
      for link in links.keys {
        for id in [
          RowID(table: model.table(of: table.sourceEntity), key: link.source),
          RowID(table: model.table(of: table.targetEntity), key: link.target),
        ] where database[id] == nil { counts[relationship, default: 0] += 1 }
      }
    }
    for pending in database.pending.keys { counts[pending.relationship, default: 0] += 1 }
    return counts
  }
}
