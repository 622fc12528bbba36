package import RowsmithSchema

extension WriteTransaction {
  /// Gives a record another key, for instance the one that the server has given it. Everything that names the record
  /// follows: to-one links to it, its links in link tables, pending links, its place in ordered lists. Where the key is part
  /// of the keys of other records, these are rekeyed as well.
  ///
  /// ```swift
  /// try db.rekey(Band.self, from: "draft-1", to: "Japan")
  /// ```
  ///
  /// If there is a record with the new key already, the two are merged. That record stays and takes over:
  ///
  /// - the to-one links to the old record; where both have a one-to-one link, the old record's is cleared;
  /// - the items and links of the old record, each once, behind its own where there is an order;
  /// - the old record's to-one links and local attributes that are empty in it.
  ///
  /// The other values of the old record are lost. It is deleted without its delete rules.
  ///
  /// Observers get both keys, in ``ChangeSet/rekeyed(_:)``; for them no record was deleted.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Reason/notFound`` where there is no record with the key, with
  ///   ``StoreError/Reason/refused`` where the one under the new key is of another entity or a required link would be
  ///   lost, with ``StoreError/Reason/notUnique`` where a unique index stands in the way, and with
  ///   ``StoreError/Reason/misuse`` for an entity that declares no key. Nothing is written then.
  @discardableResult
  public func rekey<R: Record>(_ type: R.Type, from: R.Key, to: R.Key) throws -> RekeyOutcome {
    try rekey(entity: R.entityName, from: from.storedValues, to: to.storedValues)
  }

  /// Gives a record another key; keys have one stored value per column. See ``rekey(_:from:to:)``.
  @discardableResult
  package func rekey(entity name: String, from: [StoredValue], to: [StoredValue]) throws -> RekeyOutcome {
    // What the engine remembers of the tables is not so afterwards.
    try settle()
    let writer = try writer()
    let entity = try writer.entity(name)
    let table = entity.table
    guard !table.keySlots.isEmpty, !table.hasRowIdentifier else {
      throw StoreError(.misuse, "'\(name)' declares no primary key, so that there is none to change")
    }
    guard from.count == table.keySlots.count, to.count == from.count, !to.contains(.null) else {
      throw StoreError(.misuse, "a key of '\(name)' has \(table.keySlots.count) values, none of them NULL")
    }
    try requireRow(from, of: entity, writer)
    if from == to { return .unchanged }
    let outcome = try atomically(writer, entity: name, key: from) {
      try RowRekeying(writer: writer, notes: session.rekeyNotes)
        .rekey(table, from: from, to: to)
    }
    try settle()
    return outcome
  }
}
