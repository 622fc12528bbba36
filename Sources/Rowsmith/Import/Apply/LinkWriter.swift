import RowsmithSchema

/// Reads and writes the rows of one link table during an import, from either side.
final class LinkWriter {
  let mapping: LinkTableMapping
  private let connection: Connection
  private var sourceSide: Side?
  private var targetSide: Side?
  private var hadNoRow: Bool?

  /// The statements of one side; "own" is the end that the list belongs to.
  final class Side {
    let insert: Statement
    let find: Statement
    let list: Statement
    let delete: Statement
    /// The statements of an ordered list.
    let order: Order?

    init(insert: Statement, find: Statement, list: Statement, delete: Statement, order: Order?) {
      self.insert = insert
      self.find = find
      self.list = list
      self.delete = delete
      self.order = order
    }
  }

  /// The statements of one side that use positions.
  struct Order {
    var place: Statement
    var maximum: Statement
  }

  init(mapping: LinkTableMapping, connection: Connection) {
    self.mapping = mapping
    self.connection = connection
  }

  /// Whether the table had no row before the import inserted any.
  func wasEmpty() throws -> Bool {
    if let hadNoRow { return hadNoRow }
    let isEmpty = try connection.integer("SELECT 1 FROM \(DDL.quoted(mapping.name)) LIMIT 1") == nil
    hadNoRow = isEmpty
    return isEmpty
  }

  /// Resets it after an import. That the table has rows is kept: if it has none by then, the only cost is searching in
  /// vain.
  func forgetImport() { if hadNoRow == true { hadNoRow = nil } }

  /// The statements for lists of the source, or of the target.
  func side(isSource: Bool) throws -> Side {
    if let known = isSource ? sourceSide : targetSide { return known }
    // This must be known before anything is inserted.
    _ = try wasEmpty()
    let table = DDL.quoted(mapping.name)
    let end = mapping.end(isSource: isSource)
    let position = end.position.map(DDL.quoted)
    let columns = end.own + end.other + (end.position.map { [$0] } ?? [])
    let parameters = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
    let last = end.own.count + end.other.count + 1
    let (both, own) = (end.joinsBoth, equality(end.own))
    let side = Side(
      insert: try connection.prepareForReuse(
        "INSERT INTO \(table) (\(DDL.list(columns))) VALUES (\(parameters)) ON CONFLICT DO NOTHING"),
      find: try connection.prepareForReuse("SELECT \(position ?? "NULL") FROM \(table) WHERE \(both)"),
      list: try connection.prepareForReuse("SELECT \(DDL.list(end.other)) FROM \(table) WHERE \(own)"),
      delete: try connection.prepareForReuse(mapping.unlink(where: both)),
      order: try position.map {
        Order(
          place: try connection.prepareForReuse("UPDATE \(table) SET \($0) = ?\(last) WHERE \(both)"),
          maximum: try connection.prepareForReuse("SELECT max(\($0)) FROM \(table) WHERE \(own)"))
      })
    if isSource { sourceSide = side } else { targetSide = side }
    return side
  }
}
