import RowsmithSchema

/// Partial records: they lack something required, and are kept until another mention gives it or the document ends.
final class Partials {
  private let connection: Connection
  /// Whether no record is kept.
  private(set) var isEmpty = true

  /// A partial record.
  struct Partial {
    /// A value for each column; `nil` if the document has not given it.
    var cells: [StoredValue?]
    var entity: Int
    /// Its mentions; only the first if a refusal ends the import.
    var mentions: [Mention]
    /// By unique column: the offset of the mention that gave its value; noted if bad records are skipped.
    var brought: [Int: Int64] = [:]
    /// How many mentions it has; they are counted when its row is inserted.
    var count: Int
    /// The error for what it lacked, with the location.
    var error: ImportError
  }

  /// A mention of a partial record.
  struct Mention {
    /// Its offset in the document.
    var offset: Int64
    /// The entity that it was read as.
    var entity: Int
  }

  init(connection: Connection) { self.connection = connection }

  /// Keeps a record, replacing what was kept under its key.
  func keep(_ partial: Partial, table: TableMapping, key: [StoredValue]) throws {
    isEmpty = false
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_partial VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
      [
        .integer(Int64(table.index)), KeyCoding.encode(key), .text(KeyCoding.text(of: partial.cells)),
        .integer(Int64(partial.entity)),
        .text(
          KeyCoding.text(of: partial.mentions.flatMap { [.integer($0.offset), .integer(Int64($0.entity))] })),
        .text(partial.error.keptText), .integer(Int64(partial.count)),
        .text(
          KeyCoding.text(
            of: partial.brought.sorted { $0.key < $1.key }.flatMap { [.integer(Int64($0)), .integer($1)] })),
      ])
  }

  /// The record kept under a key.
  func find(table: TableMapping, key: [StoredValue]) throws -> Partial? {
    if isEmpty { return nil }
    let find = try connection.prepareForReuse(
      "SELECT cells, entity, blame, error, mentions, brought FROM temp._rowsmith_partial WHERE table_index = ?1 AND key = ?2"
    )
    find.bind([.integer(Int64(table.index)), KeyCoding.encode(key)])
    defer { find.reset() }
    return try find.step() ? Partials.partial(find) : nil
  }

  /// Removes and returns the record kept under a key.
  func take(table: TableMapping, key: [StoredValue]) throws -> Partial? {
    guard let partial = try find(table: table, key: key) else { return nil }
    try connection.run(
      "DELETE FROM temp._rowsmith_partial WHERE table_index = ?1 AND key = ?2",
      [.integer(Int64(table.index)), KeyCoding.encode(key)])
    return partial
  }

  /// Notes the parent that a partial record gives, so that a list of the parent can override it.
  func noteParent(_ parent: [StoredValue], via relationship: RelationshipMapping, key: [StoredValue]) throws {
    isEmpty = false
    try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_partial_links VALUES (?1, ?2, ?3)",
      [.integer(Int64(relationship.index)), KeyCoding.encode(parent), KeyCoding.encode(key)])
  }

  /// The keys of partial records that gave this parent; some may no longer do.
  func keys(ofParent parent: [StoredValue], via relationship: RelationshipMapping) throws -> [[StoredValue]] {
    if isEmpty { return [] }
    let list = try connection.prepareForReuse(
      "SELECT key FROM temp._rowsmith_partial_links WHERE relationship_index = ?1 AND parent = ?2")
    list.bind([.integer(Int64(relationship.index)), KeyCoding.encode(parent)])
    defer { list.reset() }
    var keys: [[StoredValue]] = []
    while try list.step() {
      keys.append(KeyCoding.decode(list.value(at: 0), count: relationship.table.keySlots.count))
    }
    return keys
  }

  /// The records that are still incomplete, in document order.
  func remaining() throws -> [Partial] {
    if isEmpty { return [] }
    var partials: [Partial] = []
    let list = try connection.prepare(
      "SELECT cells, entity, blame, error, mentions, brought FROM temp._rowsmith_partial")
    while try list.step() { partials.append(Partials.partial(list)) }
    return partials.sorted { ($0.mentions.first?.offset ?? 0) < ($1.mentions.first?.offset ?? 0) }
  }

  /// Forgets all records.
  func forget() throws {
    if isEmpty { return }
    try connection.run("DELETE FROM temp._rowsmith_partial")
    try connection.run("DELETE FROM temp._rowsmith_partial_links")
    isEmpty = true
  }

  /// The numbers in a column, as pairs.
  private static func pairs(_ row: Statement, _ column: Int) -> [(Int64, Int64)] {
    let numbers = KeyCoding.values(in: row.text(at: column) ?? "").compactMap { value -> Int64? in
      if case .integer(let number)? = value { number } else { nil }
    }
    return stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  }

  private static func partial(_ row: Statement) -> Partial {
    let mentions = pairs(row, 2).map { Mention(offset: $0, entity: Int($1)) }
    let brought = pairs(row, 5).map { (Int($0), $1) }
    return Partial(
      cells: KeyCoding.values(in: row.text(at: 0) ?? ""), entity: Int(row.integer(at: 1)), mentions: mentions,
      brought: Dictionary(brought, uniquingKeysWith: { $1 }), count: Int(row.integer(at: 4)),
      error: ImportError(keptText: row.text(at: 3) ?? ""))
  }
}

extension Partials.Partial {
  /// The offsets of the mentions to blame: those read as an entity that requires what is lacking; all, if there are none.
  func blame(_ mapping: Mapping) -> [Int64] {
    let lacking = mapping.entities[entity].requiredSlotList.filter { cells[$0] == nil }
    let own = mentions.filter {
      mapping.entities[$0.entity].requiredSlotList.contains(where: lacking.contains)
    }
    return (own.isEmpty ? mentions : own).map(\.offset)
  }
}
