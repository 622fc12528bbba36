import Foundation
import RowsmithSchema

extension AttributeMapping {
  /// Whether one stamp is older than another.
  func isOlder(_ one: StoredValue, than other: StoredValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): return one < other
    case (.real(let one), .real(let other)): return one < other
    case (.text(let one), .text(let other)):
      if schema.type == .scalar(.decimal), let one = Decimal(string: one), let other = Decimal(string: other)
      {
        return one < other
      }
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    default: return false
    }
  }
}
