import RowsmithSchema

/// Tracks links to rows that do not exist: unresolved foreign keys, and pending links from lists of keys whose inverse is
/// to-one.
final class ReferenceKeeper {
  let mapping: Mapping
  let connection: Connection
  let writers: [TableWriter]
  let lateIndexes: LateIndexes
  let pending: PendingLinks
  /// Whether links may be pending.
  private(set) var hasPending = true
  /// Whether the database may hold unresolved keys.
  var mayHaveUnresolved = true
  /// The last count of links that name no row; `nil` if the database may have been changed elsewhere since.
  var lastCount: Count?
  /// Whether the keys of new rows are noted, so that only keys that the import has touched are counted anew.
  private(set) var notesArrivals = false
  /// Whether its tables in the database were changed.
  var hasWritten = false
  /// By relationship: whether it got links that did not come from embedding.
  private let isReferenced: FixedList<Bool>
  /// Whether a key that may name no row was noted.
  var hasReferences = false
  private let linkWriters: [LinkWriter]
  /// By end of a link table that was empty, targets before sources: whether lists of keys added to it. These ends are
  /// checked whole at the end.
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

  /// How many links name no row, by relationship.
  struct Count {
    var counts: [String: Int]
    /// The connection's total of changes when they were counted.
    var changes: Int64
    /// How many keys name no row.
    var keys = 0
    /// What marks the count of each key as that of this count, if they are kept.
    var mark: Int64?
  }

  /// What is known about pending and unresolved links.
  struct Knowledge {
    fileprivate var hasPending: Bool
    fileprivate var mayHaveUnresolved: Bool
    fileprivate var lastCount: Count?
  }

  /// What is known at the end of an import, or of the app's writes.
  var knowledge: Knowledge {
    Knowledge(hasPending: hasPending, mayHaveUnresolved: mayHaveUnresolved, lastCount: lastCount)
  }

  /// Begins an import, or the app's writes.
  ///
  /// - Parameter knowledge: what is already known; `nil` to look it up.
  func begin(knowing knowledge: Knowledge? = nil) throws {
    lastCount = knowledge?.lastCount
    notesArrivals = lastCount?.mark != nil
    if let knowledge {
      hasPending = try knowledge.hasPending && !pending.isEmpty()
      mayHaveUnresolved = knowledge.mayHaveUnresolved
    } else {
      hasPending = try !pending.isEmpty()
      mayHaveUnresolved = try connection.integer("SELECT 1 FROM _rowsmith_unresolved LIMIT 1") != nil
    }
  }

  /// Resets it after a successful import, for the next one.
  ///
  /// - Returns: `false` if it cannot be reused.
  func forgetImport() -> Bool {
    for index in isReferenced.indices { isReferenced[index] = false }
    hasWritten = false
    notesArrivals = false
    return !hasReferences && !referencedEnds.contains(true)
  }

  /// Notes that a link is pending.
  func setHasPending() { hasPending = true }

  func statement(_ sql: String) throws -> Statement { try connection.prepareForReuse(sql) }

  /// Whether the table was empty and its rows got this to-one relationship only from parents that embed them.
  func isTight(_ relationship: RelationshipMapping) throws -> Bool {
    try !isReferenced[relationship.index] && !hasPending && writers[relationship.table.index].wasEmpty()
  }

  /// Whether the link table was empty and only lists of one side add to it.
  func isTight(_ link: LinkWriter) throws -> Bool {
    try link.mapping.layout.inverse == nil && link.wasEmpty()
  }

  /// Notes that a relationship got a link which did not come from embedding its record.
  @inline(__always)
  func markReferenced(_ relationship: RelationshipMapping) { isReferenced[relationship.index] = true }

  /// Notes a foreign key that was given as a key, or by a record that is not embedded in its target.
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
    // In a family, the row may be of another entity; that is checked at the end.
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
