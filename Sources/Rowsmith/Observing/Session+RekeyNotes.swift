import RowsmithSchema

extension Session {
  /// Tells the journal that a rekeyed row is still the same row.
  var rekeyNotes: RekeyNotes {
    guard let recorder, let journal = recorder.journal else { return RekeyNotes() }
    return RekeyNotes(
      whileMoving: { body in
        try journal.connection.run("INSERT INTO temp._rowsmith_rekeying VALUES (1)")
        try body()
        try journal.connection.run("DELETE FROM temp._rowsmith_rekeying")
      },
      merged: { table, entity, from, to in
        try journal.noteMerge(
          source: table.index, entity: table.entityNameSlot.map { _ in entity.name }, from: from, to: to,
          origin: recorder.origins.current)
      })
  }
}
