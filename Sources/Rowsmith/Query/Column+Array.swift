import RowsmithSchema

/// The value of an attribute that is an array.
public protocol ArrayValue: ColumnValue {}

extension Array: ArrayValue where Element: ColumnValue {}

// Conditions on array attributes. For an empty column, which holds no array, they are false.
extension Column where Value: ColumnContent {
  /// True if the array contains the value.
  public func contains<Element: ColumnValue>(_ element: Element) -> Condition<Root>
  where Value.Present == [Element] {
    let term = ColumnTerm(names: names, collation: Element.elementCollation, path: path)
    return Condition(.hasElement(term, element.arrayElement.elementValue))
  }

}

extension Column where Value: ColumnContent, Value.Present: ArrayValue {
  /// True if the array is empty.
  public var isEmpty: Condition<Root> { Condition(.hasNoElements(term)) }
}

extension JSONValue {
  /// The element as SQLite's `json_each` returns it.
  fileprivate var elementValue: StoredValue {
    switch self {
    case .string(let text): .text(text)
    case .bool(let value): .integer(value ? 1 : 0)
    case .number(let text): Int64(text).map(StoredValue.integer) ?? .real(Double(text) ?? 0)
    case .null: .null
    case .array, .object: .text(text)
    }
  }
}
