import RowsmithSchema

/// Keeps account of links to rows that are not there yet: foreign keys that name no row, and lists of keys over a
/// to-one inverse, which are remembered until the row arrives.
final class ReferenceKeeper {
  let mapping: Mapping
  let connection: Connection
  let writers: [TableWriter]
  let lateIndexes: LateIndexes
  let pending: PendingLinks
  /// Whether any list of keys waits for a row.
  private(set) var hasPending = true
  /// Whether the database may hold keys that name no row.
  var mayHaveUnresolved = true
  /// Whether what it keeps in the database has changed.
  var hasWritten = false
  /// Relationships that got links which did not come from embedding.
  private let isReferenced: FixedList<Bool>
  /// Whether a key may name a row that is not there.
  var hasReferences = false
  private let linkWriters: [LinkWriter]
  /// Which ends of link tables that were empty have been filled by lists of keys, targets before sources: all that is
  /// there is looked at in the end.
  var referencedEnds: [Bool]

  init(
    mapping: Mapping, connection: Connection, writers: [TableWriter], linkWriters: [LinkWriter],
    lateIndexes: LateIndexes
  ) {
    self.mapping = mapping
    self.connection = connection
    self.writers = writers
    self.linkWriters = linkWriters
    self.lateIndexes = lateIndexes
    pending = PendingLinks(connection: connection)
    isReferenced = FixedList(repeating: false, count: mapping.relationships.count)
    referencedEnds = Array(repeating: false, count: 2 * linkWriters.count)
  }

  deinit { isReferenced.deallocate() }

  /// What is known of the links in the database that name no row.
  struct Knowledge {
    fileprivate var hasPending: Bool
    fileprivate var mayHaveUnresolved: Bool
  }

  /// What is known when an import, or what the app writes, has ended.
  var knowledge: Knowledge { Knowledge(hasPending: hasPending, mayHaveUnresolved: mayHaveUnresolved) }

  /// Begins an import, or what the app writes.
  ///
  /// - Parameter knowledge: what is known already; nil where it is looked for.
  func begin(knowing knowledge: Knowledge? = nil) throws {
    if let knowledge {
      (hasPending, mayHaveUnresolved) = (knowledge.hasPending, knowledge.mayHaveUnresolved)
    } else {
      hasPending = try !pending.isEmpty()
      mayHaveUnresolved = true
    }
  }

  /// Forgets an import that has ended well.
  ///
  /// - Returns: whether nothing of it is left.
  func forgetImport() -> Bool {
    for index in isReferenced.indices { isReferenced[index] = false }
    hasWritten = false
    return !hasReferences && !referencedEnds.contains(true)
  }

  /// Notes that a list of keys waits for a row.
  func setHasPending() { hasPending = true }

  func statement(_ sql: String) throws -> Statement { try connection.prepareForReuse(sql) }

  /// Whether only parents that embed them are named by the rows of a to-one relationship, in a table that was empty.
  func isTight(_ relationship: RelationshipMapping) throws -> Bool {
    try !isReferenced[relationship.index] && !hasPending && writers[relationship.table.index].wasEmpty()
  }

  /// Whether the link table was empty and holds nothing but what lists of embedded records and keys put there.
  func isTight(_ link: LinkWriter) throws -> Bool {
    try link.mapping.layout.inverse == nil && link.wasEmpty()
  }

  /// Notes that a relationship got a link which did not come from embedding its record.
  @inline(__always)
  func markReferenced(_ relationship: RelationshipMapping) { isReferenced[relationship.index] = true }

  /// Notes a foreign key that came as a key, or with a record that is not embedded in its target.
  func noteReference(_ relationship: RelationshipMapping, key: [Cell]) throws {
    isReferenced[relationship.index] = true
    guard key.allSatisfy(\.hasValue) else { return }
    try note(key, reference: relationship.index, target: relationship.target)
  }

  /// Notes a key in a list whose links are in a link table.
  func noteReference(_ link: LinkTableMapping, isTarget: Bool, key: [Cell]) throws {
    let end = 2 * link.index + (isTarget ? 0 : 1)
    if try linkWriters[link.index].wasEmpty() {
      referencedEnds[end] = true
      hasReferences = true
    } else if let reference = mapping.references[mapping.relationships.count + end] {
      try note(key, reference: mapping.relationships.count + end, target: reference.target)
    }
  }

  private func note(_ key: [Cell], reference: Int, target: EntityMapping) throws {
    // Of a family the row may be of another entity, which is looked at in the end.
    if !target.isPartOfTable, try writers[target.table.index].findRow(key: key) != nil { return }
    hasReferences = true
    let insert = try statement("INSERT OR IGNORE INTO temp._rowsmith_references VALUES (?1, ?2)")
    insert.bind(Int64(reference), at: 1)
    if key.count == 1 {
      insert.bind(key[0], at: 2)
    } else {
      insert.bind(KeyCoding.encode(key.map(\.stored)), at: 2)
    }
    _ = try insert.step()
  }
}
