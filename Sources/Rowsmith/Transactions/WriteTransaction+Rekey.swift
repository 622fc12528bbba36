package import RowsmithSchema

extension WriteTransaction {
  /// Changes the key of a record, for example to the key that the server has assigned. Everything that refers to the record
  /// follows: to-one links to it, its links in link tables, pending links, its place in ordered lists. If the key is part of
  /// the keys of other records, these are rekeyed as well.
  ///
  /// ```swift
  /// try db.rekey(Band.self, from: "draft-1", to: "Japan")
  /// ```
  ///
  /// If a record with the new key exists, the two are merged. The existing record stays and takes over:
  ///
  /// - the to-one links to the old record; if both have a one-to-one link, the old record's is cleared;
  /// - the items and links of the old record, without duplicates and, in an ordered list, after its own;
  /// - the old record's to-one links and local attributes, for columns that are empty in the existing record.
  ///
  /// The other values of the old record are lost. It is deleted without applying its delete rules.
  ///
  /// Observers get both keys in ``ChangeSet/rekeyed(_:)``; they see no deleted record.
  ///
  /// - Throws: ``StoreError``, and nothing is written, with one of these reasons: ``StoreError/Reason/notFound`` if no record
  ///   has the old key; ``StoreError/Reason/refused`` if the record with the new key belongs to another entity, or if a
  ///   required link would be lost; ``StoreError/Reason/notUnique`` if a unique index is violated; ``StoreError/Reason/misuse``
  ///   if the entity declares no key.
  @discardableResult
  public func rekey<R: Record>(_ type: R.Type, from: R.Key, to: R.Key) throws -> RekeyOutcome {
    try rekey(entity: R.entityName, from: from.storedValues, to: to.storedValues)
  }

  /// Changes the key of a record; a key has one stored value per column. See ``rekey(_:from:to:)``.
  @discardableResult
  package func rekey(entity name: String, from: [StoredValue], to: [StoredValue]) throws -> RekeyOutcome {
    // The rekeying invalidates what the engine has cached of the tables.
    try settle()
    let writer = try writer()
    let entity = try writer.entity(name)
    let table = entity.table
    guard !table.keySlots.isEmpty, !table.hasRowIdentifier else {
      throw StoreError(.misuse, "'\(name)' declares no primary key, so there is none to change")
    }
    guard from.count == table.keySlots.count, to.count == from.count, !to.contains(.null) else {
      throw StoreError(.misuse, "a key of '\(name)' has \(table.keySlots.count) values, none of them NULL")
    }
    try requireRow(from, of: entity, writer)
    if from == to { return .unchanged }
    writer.hasRemovedLinks = true
    // Rekeying adds keys to the list of unresolved ones by itself.
    writer.applier.references.mayHaveUnresolved = true
    let outcome = try atomically(writer, entity: name, key: from) {
      try RowRekeying(writer: writer, notes: session.rekeyNotes)
        .rekey(table, from: from, to: to)
    }
    try settle()
    return outcome
  }
}
