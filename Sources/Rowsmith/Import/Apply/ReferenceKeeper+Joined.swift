import RowsmithSchema

extension ReferenceKeeper {
  /// Writes the keys of several parts anew that an earlier version kept as joined text, as `tfoo` and `i3` around U+001F.
  ///
  /// Which row was meant cannot always be told from such a text; then the link no longer waits.
  func rewriteJoinedKeys() throws {
    for list in plan.relationships where !list.isToOne && list.table.keySlots.count > 1 {
      let types = list.table.keySlots.map { list.table.layout.columns[$0].type }
      // A JSON array begins with a bracket, which no letter of a type is.
      let rows = try connection.prepare(
        "SELECT target, source FROM _rowsmith_pending WHERE relationship = ?1 AND substr(source, 1, 1) <> '['"
      )
      rows.bind(.text(list.qualifiedName), at: 1)
      var joined: [(target: StoredValue, source: String)] = []
      while try rows.step() {
        if let source = rows.text(at: 1) { joined.append((rows.value(at: 0), source)) }
      }
      for (target, source) in joined {
        hasWritten = true
        let name = StoredValue.text(list.qualifiedName)
        if let key = KeyCoding.decodeJoined(source, types: types) {
          try connection.run(
            "UPDATE _rowsmith_pending SET source = ?3 WHERE relationship = ?1 AND target = ?2",
            [name, target, KeyCoding.encode(key)])
        } else {
          try connection.run(
            "DELETE FROM _rowsmith_pending WHERE relationship = ?1 AND target = ?2", [name, target])
        }
      }
    }
  }
}
