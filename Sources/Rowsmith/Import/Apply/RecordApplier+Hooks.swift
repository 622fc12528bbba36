import RowsmithSchema

extension RecordApplier {
  /// Calls the hooks of a record's entity with its stored row. A hook that throws refuses the record.
  func callHooks(_ entity: EntityMapping, row: Int64, of record: Int) throws {
    guard !entity.hooks.isEmpty else { return }
    for declarer in mapping.graph.lineage(of: entity.name) {
      guard let didImport = mapping.hooks(of: declarer.name)?.didImport,
        let declared = mapping.entity(declarer.name)
      else {
        continue
      }
      let columns = declared.recordColumns.isEmpty ? "NULL" : DDL.list(declared.recordColumns)
      let read = try connection.prepareForReuse(
        "SELECT \(columns) FROM \(DDL.quoted(entity.table.name)) WHERE \(entity.table.rowIDName) = ?1")
      read.bind(row, at: 1)
      defer { read.reset() }
      guard try read.step() else { continue }
      // Hooks see an incomplete row once it is complete.
      if !lacks.isEmpty, (0..<read.columnCount).contains(where: { read.isLacking(at: $0) }) { continue }
      do {
        try didImport(Row(statement: read.handle, entity: declarer.name))
      } catch {
        throw RecordRejection(
          record: record, error: ImportError(.customization, "didImport failed: \(error)"))
      }
    }
  }
}
