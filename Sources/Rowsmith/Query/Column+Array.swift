import RowsmithSchema

/// The value of an attribute that holds several.
public protocol ArrayValue: ColumnValue {}

extension Array: ArrayValue where Element: ColumnValue {}

// Attributes that hold several values. A column that is empty, holding no array at all, meets none of these.
extension Column where Value: ColumnContent {
  /// Met where the value is among those of the array.
  public func contains<Element: ColumnValue>(_ element: Element) -> Condition<Root>
  where Value.Present == [Element] {
    let term = ColumnTerm(
      names: names, collation: (Element.self as? any Collated.Type)?.collation, path: path)
    return Condition(.hasElement(term, element.arrayElement.elementValue))
  }

}

extension Column where Value: ColumnContent, Value.Present: ArrayValue {
  /// Met where the array has no values.
  public var isEmpty: Condition<Root> { Condition(.hasNoElements(term)) }
}

extension JSONValue {
  /// What SQLite's `json_each` gives for the element of an array.
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
