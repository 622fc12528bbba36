extension Query {
  /// One column of the records, in the order of the query.
  ///
  /// ```swift
  /// let names = try store.fetch(Band.filter { $0.formed > 1970 }.values { $0.name })
  /// let labels = try store.fetch(Album.all.values(distinct: true) { $0.label })
  /// ```
  ///
  /// - Parameters:
  ///   - isDistinct: `true` to get each value once, in ascending order, `nil` first.
  ///   - column: the column to read.
  public func values<Value: ColumnContent>(
    distinct isDistinct: Bool = false, _ column: (R.Columns.Type) throws -> Column<R, Value>
  ) rethrows -> Read<[Value]> {
    values([try column(R.Columns.self).term], isDistinct, nil) { try $0.next(Value.self) }
  }

  /// Several columns of the records as tuples, in the order of the query.
  ///
  /// ```swift
  /// for (album, formed) in try store.fetch(Album.all.values { ($0.name, $0.band.formed) }) {
  ///   print(album, formed ?? 0)
  /// }
  /// ```
  ///
  /// Tuples cannot be compared, so this request cannot be observed. One that makes a structure can.
  public func values<each Value: ColumnContent>(
    distinct isDistinct: Bool = false,
    _ columns: (R.Columns.Type) throws -> (repeat Column<R, each Value>)
  ) rethrows -> Read<[(repeat each Value)]> {
    let columns = try columns(R.Columns.self)
    let terms = Self.terms(repeat each columns)
    return values(terms, isDistinct, nil) { row in (repeat try row.next((each Value).self)) }
  }

  /// Several columns of the records, in the order of the query. A function makes a value of each row, such as a structure with
  /// named properties.
  ///
  /// ```swift
  /// struct Line: Sendable, Equatable {
  ///   var album: String
  ///   var band: String?
  /// }
  /// let lines = try store.fetch(Album.all.values({ ($0.name, $0.band.name) }, as: Line.init))
  /// ```
  ///
  /// Two such requests are equal if they also come from the same place in the source code, whatever the function has captured.
  /// So let it depend on nothing but the columns: a `Live` would not take such a request for another one.
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
    // The minimum of the distinct values depends on all rows, so these cannot be limited to one.
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

/// Reads the columns of a row one by one.
private struct ColumnReader {
  let row: Row
  var index = 0

  mutating func next<Value: ColumnContent>(_ type: Value.Type) throws -> Value {
    defer { index += Value.columnCount }
    return try Value(row: row, at: index)
  }
}
