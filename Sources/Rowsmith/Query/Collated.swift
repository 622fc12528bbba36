import Foundation
import RowsmithSchema

/// A type whose values may sort differently from their stored text.
protocol Collated {
  /// `nil` if they sort as their text.
  static var collation: Collation? { get }
}

extension Decimal: Collated {
  static var collation: Collation? { .decimal }
}

extension Array: Collated where Element: ColumnValue {
  static var collation: Collation? {
    if Element.self == Decimal.self { return .decimals }
    return Element.self is any ValueGroup.Type ? .values(Self.self) : nil
  }
}

extension Optional: Collated where Wrapped: Collated {
  static var collation: Collation? { Wrapped.collation }
}

extension ColumnValue {
  /// The collation of the values as elements of a list; `nil` if they sort as their text.
  static var elementCollation: Collation? {
    if Self.self is any ValueGroup.Type { return .values(Self.self) }
    return (Self.self as? any Collated.Type)?.collation
  }
}

extension Collation {
  /// Values of a type, by what their text says: a decimal number in it may be the `24.90` of a document, or the `24.9`
  /// of Swift.
  static func values<Value: ColumnValue>(_ type: Value.Type) -> Collation {
    spelled(type) { text in
      guard let value = Value(storedValue: .text(text)), case .text(let spelling) = value.storedValue else {
        return nil
      }
      return spelling
    }
  }
}
