import RowsmithSchema

/// Records that lack something their entity requires, kept until another mention gives it or the document ends.
final class Partials {
  private let connection: Connection
  /// Whether there may be any.
  private(set) var isEmpty = true

  /// A record that is kept.
  struct Partial {
    /// A value for each column; nil where the document has not given it.
    var cells: [StoredValue?]
    var entity: Int
    /// Where in the document its mentions stand.
    var blame: [Int64]
    /// What it lacked, and where.
    var error: ImportError
  }

  init(connection: Connection) { self.connection = connection }

  /// Keeps a record in place of what was kept under its key.
  func keep(_ partial: Partial, table: TablePlan, key: [StoredValue]) throws {
    isEmpty = false
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_partial VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      [
        .integer(Int64(table.index)), KeyCoding.encode(key), .text(KeyCoding.text(of: partial.cells)),
        .integer(Int64(partial.entity)), .text(KeyCoding.text(of: partial.blame.map { .integer($0) })),
        .text(partial.error.keptText),
      ])
  }

  /// Takes out what is kept under a key.
  func take(table: TablePlan, key: [StoredValue]) throws -> Partial? {
    if isEmpty { return nil }
    let values: [StoredValue] = [.integer(Int64(table.index)), KeyCoding.encode(key)]
    let find = try connection.prepareForReuse(
      "SELECT cells, entity, blame, error FROM temp._rowsmith_partial WHERE table_index = ?1 AND key = ?2")
    find.bind(values)
    defer { find.reset() }
    guard try find.step() else { return nil }
    let partial = Partials.partial(find)
    find.reset()
    try connection.run("DELETE FROM temp._rowsmith_partial WHERE table_index = ?1 AND key = ?2", values)
    return partial
  }

  /// What is still incomplete, in the order of the document.
  func remaining() throws -> [Partial] {
    if isEmpty { return [] }
    var partials: [Partial] = []
    let list = try connection.prepare("SELECT cells, entity, blame, error FROM temp._rowsmith_partial")
    while try list.step() { partials.append(Partials.partial(list)) }
    return partials.sorted { ($0.blame.first ?? 0) < ($1.blame.first ?? 0) }
  }

  /// Forgets all of them.
  func forget() throws {
    if isEmpty { return }
    try connection.run("DELETE FROM temp._rowsmith_partial")
    isEmpty = true
  }

  private static func partial(_ row: Statement) -> Partial {
    let blame = KeyCoding.values(in: row.text(at: 2) ?? "").compactMap { value -> Int64? in
      if case .integer(let offset)? = value { offset } else { nil }
    }
    return Partial(
      cells: KeyCoding.values(in: row.text(at: 0) ?? ""), entity: Int(row.integer(at: 1)), blame: blame,
      error: ImportError(keptText: row.text(at: 3) ?? ""))
  }
}
