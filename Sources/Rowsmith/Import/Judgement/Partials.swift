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
    /// Its first mention, and the offset of the last.
    var first: Mention
    var last: Int64
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
      "INSERT OR REPLACE INTO temp._rowsmith_partial VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
      [
        .integer(Int64(table.index)), KeyCoding.encode(key), .text(KeyCoding.text(of: partial.cells)),
        .integer(Int64(partial.entity)), .integer(partial.first.offset),
        .integer(Int64(partial.first.entity)), .integer(partial.last), .text(partial.error.keptText),
        .integer(Int64(partial.count)),
        .text(
          KeyCoding.text(
            of: partial.brought.sorted { $0.key < $1.key }.flatMap { [.integer(Int64($0)), .integer($1)] })),
      ])
  }

  /// The record kept under a key.
  func find(table: TableMapping, key: [StoredValue]) throws -> Partial? {
    if isEmpty { return nil }
    let find = try connection.prepareForReuse(
      "SELECT \(Partials.columns) FROM temp._rowsmith_partial WHERE table_index = ?1 AND key = ?2")
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

  /// Notes a mention of a partial record; for imports that skip bad records, which must know every one.
  ///
  /// - Parameter number: that of the mention, from 1. The first one begins anew: the key may have had another record.
  func add(_ mention: Mention, number: Int, table: TableMapping, key: [StoredValue]) throws {
    let place: [StoredValue] = [.integer(Int64(table.index)), KeyCoding.encode(key)]
    if number == 1 {
      try connection.run(
        "DELETE FROM temp._rowsmith_partial_mentions WHERE table_index = ?1 AND key = ?2", place)
    }
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_partial_mentions VALUES (?1, ?2, ?3, ?4, ?5)",
      place + [.integer(Int64(number)), .integer(mention.offset), .integer(Int64(mention.entity))])
  }

  /// The mentions of a partial record; only the first if a refusal ends the import.
  func mentions(of partial: Partial, table: TableMapping) throws -> [Mention] {
    let key = table.keySlots.map { partial.cells[$0] ?? .null }
    let list = try connection.prepare(
      "SELECT record, entity FROM temp._rowsmith_partial_mentions "
        + "WHERE table_index = ?1 AND key = ?2 AND number <= ?3 ORDER BY number")
    list.bind([.integer(Int64(table.index)), KeyCoding.encode(key), .integer(Int64(partial.count))])
    var mentions: [Mention] = []
    while try list.step() {
      mentions.append(Mention(offset: list.integer(at: 0), entity: Int(list.integer(at: 1))))
    }
    return mentions.isEmpty ? [partial.first] : mentions
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

  /// Runs the body for each record that is still incomplete, in document order. It may insert the record, or keep it again.
  func forEachRemaining(_ body: (Partial) throws -> Void) throws {
    if isEmpty { return }
    var place: [StoredValue] = [.integer(.min), .integer(-1), .null]
    while true {
      let list = try connection.prepare(
        "SELECT \(Partials.columns), table_index, key FROM temp._rowsmith_partial "
          + "WHERE (first, table_index, key) > (?1, ?2, ?3) ORDER BY first, table_index, key LIMIT 256")
      list.bind(place)
      var page: [Partial] = []
      while try list.step() {
        page.append(Partials.partial(list))
        place = [list.value(at: 2), list.value(at: 8), list.value(at: 9)]
      }
      if page.isEmpty { return }
      try page.forEach(body)
    }
  }

  /// Forgets all records.
  func forget() throws {
    if isEmpty { return }
    try connection.run("DELETE FROM temp._rowsmith_partial")
    try connection.run("DELETE FROM temp._rowsmith_partial_mentions")
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

  private static let columns = "cells, entity, first, error, mentions, brought, first_entity, last"

  private static func partial(_ row: Statement) -> Partial {
    let brought = pairs(row, 5).map { (Int($0), $1) }
    return Partial(
      cells: KeyCoding.values(in: row.text(at: 0) ?? ""), entity: Int(row.integer(at: 1)),
      first: Mention(offset: row.integer(at: 2), entity: Int(row.integer(at: 6))), last: row.integer(at: 7),
      brought: Dictionary(brought, uniquingKeysWith: { $1 }), count: Int(row.integer(at: 4)),
      error: ImportError(keptText: row.text(at: 3) ?? ""))
  }
}

extension Partials.Partial {
  /// The offsets of the mentions to blame: those read as an entity that requires what is lacking; all, if there are none.
  func blame(_ mentions: [Partials.Mention], _ mapping: Mapping) -> [Int64] {
    let lacking = mapping.entities[entity].requiredSlotList.filter { cells[$0] == nil }
    let own = mentions.filter {
      mapping.entities[$0.entity].requiredSlotList.contains(where: lacking.contains)
    }
    return (own.isEmpty ? mentions : own).map(\.offset)
  }
}
