import RowsmithSchema

extension Query where R: Identifiable, R.ID: Sendable {
  /// The records in sections: one section for each value of a column, in ascending order of that column, `nil` first. Within a
  /// section, records are in the order of the query. With a limit, the records are those of the query without sections.
  ///
  /// ```swift
  /// for section in try store.fetch(Album.order { $0.released }.sectioned { $0.label }).sections {
  ///   print(section.id ?? "-", section.elements.map(\.name))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isDescending: `true` for sections in descending order, `nil` last.
  ///   - column: the column, which may belong to a related record: `$0.band.name`.
  public func sectioned<Key: ColumnContent>(
    descending isDescending: Bool = false, by column: (R.Columns.Type) throws -> Column<R, Key>
  ) rethrows -> Read<SectionedResults<Key, R>> {
    let ordering = OrderingNode(column: try column(R.Columns.self).term, isDescending: isDescending)
    return Read(.sections(node, ordering)) { db in
      let select = try QueryCompiler.sections(R.columnNames, by: ordering, node, mapping: db.mapping())
      let rows = try db.rows(select, entity: R.entityName) { row in
        (key: try Key(row: row, at: R.columnNames.count), record: try R(row: row))
      }
      return SectionedResults(rows)
    }
  }
}
