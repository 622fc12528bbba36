import RowsmithSchema

extension SyncModel {
  /// Checks that no key is data. What is noted of lists and of links is JSON, which has no data: the triggers would fail, and with
  /// them each write of the app.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/settings``.
  func checkKeys(_ schema: Schema) throws {
    let graph = SchemaGraph(schema)
    for table in tables {
      for (subject, entity) in keyedEntities(table) {
        guard let root = graph.root(of: entity), root.primaryKey.count == 1,
          let key = graph.attribute(root.primaryKey[0], of: root.name), key.type == .scalar(.data)
        else { continue }
        var error = SyncError(
          .settings,
          "\(subject) '\(root.name)', whose primary key '\(key.name)' is Data, which cannot be noted for a "
            + "sync; make the key a UUID or String, or leave this out of what synchronises")
        error.entity = table.collection.name
        throw error
      }
    }
  }

  /// The entities whose keys are noted for a collection, behind the beginning of a sentence about each.
  private func keyedEntities(_ table: SyncedTable) -> [(String, String)] {
    if table.isLinks { return table.ends.map { ("'\(table.collection.name)' links", $0) } }
    let choices = table.columns.flatMap { column in
      (column.choice?.parts ?? []).map { ("'\(table.plan.name).\(column.member)' leads to", $0.entity) }
    }
    let lists = table.lists.map { ("'\(table.plan.name).\($0.name)' leads to", $0.target) }
    return [("the records are of", table.plan.name)] + choices + lists
  }
}
