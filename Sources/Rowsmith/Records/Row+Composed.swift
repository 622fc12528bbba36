extension Row {
  /// The JSON in a required column. The text is not parsed; see ``JSONText/value()``.
  public func json(at index: Int) throws(RowDecodingError) -> JSONText {
    JSONText(try string(at: index))
  }

  /// The JSON in an optional column.
  public func optionalJSON(at index: Int) throws(RowDecodingError) -> JSONText? {
    try optionalString(at: index).map(JSONText.init)
  }

  /// The values in a required column, stored as a JSON array.
  public func array<Element: ColumnValue>(at index: Int) throws(RowDecodingError) -> [Element] {
    try read(at: index, "a JSON array of \(Element.self)") { cell in
      cell.string.flatMap { [Element](storedValue: .text($0)) }
    }
  }

  /// The values in an optional column, stored as a JSON array.
  public func optionalArray<Element: ColumnValue>(at index: Int) throws(RowDecodingError) -> [Element]? {
    try isNull(at: index) ? nil : try array(at: index)
  }

  /// The value of an enumeration in a required column, listed or not.
  public func enumeration<Value: OpenEnumeration>(at index: Int) throws(RowDecodingError) -> Value {
    Value(rawValue: try string(at: index))
  }

  /// The value of an enumeration in an optional column, listed or not.
  public func optionalEnumeration<Value: OpenEnumeration>(at index: Int) throws(RowDecodingError) -> Value? {
    try optionalString(at: index).map { Value(rawValue: $0) }
  }

  /// The key of another record in a required column; for a composite key, in as many columns as it has, starting at the index.
  public func reference<Target: Record>(at index: Int) throws(RowDecodingError) -> Reference<Target> {
    Reference(try Target.Key(row: self, at: index))
  }

  /// The key of another record in an optional column, or in as many columns as a composite key has; `nil` if the first one is
  /// NULL.
  public func optionalReference<Target: Record>(at index: Int) throws(RowDecodingError) -> Reference<Target>?
  {
    try isNull(at: index) ? nil : try reference(at: index)
  }
}
