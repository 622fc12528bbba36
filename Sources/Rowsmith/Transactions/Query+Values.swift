extension Query {
  /// One column of the records, in their order.
  ///
  /// ```swift
  /// let names = try store.fetch(Band.filter { $0.formed > 1970 }.values { $0.name })
  /// let labels = try store.fetch(Album.all.values(distinct: true) { $0.label })
  /// ```
  ///
  /// - Parameters:
  ///   - isDistinct: whether each value comes once only, from the least on, nil first.
  ///   - column: the column that is read.
  public func values<Value: ColumnContent>(
    distinct isDistinct: Bool = false, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<[Value]> {
    values([try column(R.Columns.self).term], isDistinct, nil) { try $0.next(Value.self) }
  }

  /// Several columns of the records, in their order, as tuples.
  ///
  /// ```swift
  /// for (album, formed) in try store.fetch(Album.all.values { ($0.name, $0.band.formed) }) {
  ///   print(album, formed ?? 0)
  /// }
  /// ```
  ///
  /// Tuples cannot be compared, and so not observed; a structure of the app's can.
  public func values<each Value: ColumnContent>(
    distinct isDistinct: Bool = false,
    _ columns: (R.Columns.Type) throws -> (repeat Column<R, each Value>)
  ) rethrows -> Read<[(repeat each Value)]> {
    let columns = try columns(R.Columns.self)
    let terms = Self.terms(repeat each columns)
    return values(terms, isDistinct, nil) { row in (repeat try row.next((each Value).self)) }
  }

  /// Several columns of the records, in their order, each row as what a function makes of it: a structure with names.
  ///
  /// ```swift
  /// struct Line: Sendable, Equatable {
  ///   var album: String
  ///   var band: String?
  /// }
  /// let lines = try store.fetch(Album.all.values({ ($0.name, $0.band.name) }, as: Line.init))
  /// ```
  ///
  /// Two of them count as the same request where they are made at the same place in the source.
  public func values<each Value: ColumnContent, Output: Sendable>(
    distinct isDistinct: Bool = false,
    _ columns: (R.Columns.Type) throws -> (repeat Column<R, each Value>),
    as output: @escaping @Sendable (repeat each Value) -> Output,
    file: String = #fileID, line: Int = #line, column: Int = #column
  ) rethrows -> Read<[Output]> {
    let columns = try columns(R.Columns.self)
    let terms = Self.terms(repeat each columns)
    let site = CallSite(file: file, line: line, column: column)
    return values(terms, isDistinct, site) { row in output(repeat try row.next((each Value).self)) }
  }

  private static func terms<each Value>(_ columns: repeat Column<R, each Value>) -> [ColumnTerm] {
    var terms: [ColumnTerm] = []
    for column in repeat each columns { terms.append(column.term) }
    return terms
  }

  private func values<Output>(
    _ terms: [ColumnTerm], _ isDistinct: Bool, _ site: CallSite?,
    _ output: @escaping @Sendable (inout ColumnReader) throws -> Output
  ) -> Read<[Output]> {
    // Which of distinct values is the least, all rows tell.
    let first: (@Sendable () -> Read<[Output]>)? =
      isDistinct
      ? nil : { @Sendable in short.values(terms, false, site, output) }
    return Read(.values(node, terms, isDistinct: isDistinct, site), short: first) { db in
      let select = try QueryCompiler.values(terms, isDistinct: isDistinct, node, mapping: db.mapping())
      return try db.rows(select, entity: R.entityName) { row in
        var reader = ColumnReader(row: row)
        return try output(&reader)
      }
    }
  }
}

/// Reads one column of a row after another.
private struct ColumnReader {
  let row: Row
  var index = 0

  mutating func next<Value: ColumnContent>(_ type: Value.Type) throws -> Value {
    defer { index += Value.columnCount }
    return try Value(row: row, at: index)
  }
}
