#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import RowsmithSchema

extension Connection {
  /// Registers `rowsmith_sum`: of a column's value and a number of its type, both as SQLite stores them. The sum with NULL is
  /// NULL. SQLite's `+` would make a sum of more than 64 bits a rounded real number, and read decimal numbers as real ones.
  func registerSum() throws {
    try registerFunction("rowsmith_sum", arguments: 2) { context, _, arguments in
      guard let arguments else { return }
      do {
        try sum(StoredValue(argument: arguments[0]), StoredValue(argument: arguments[1])).give(to: context)
      } catch {
        sqlite3_result_error(context, "\(error)", -1)
      }
    }
  }
}

/// What a sum is not.
private struct SumFault: Error, CustomStringConvertible {
  var description: String
}

private func sum(_ old: StoredValue, _ number: StoredValue) throws(SumFault) -> StoredValue {
  switch (old, number) {
  case (.null, _): return .null
  case (.integer(let one), .integer(let other)):
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    if isTooLarge { throw SumFault(description: "expected a sum of at most 64 bits, found a larger one") }
    return .integer(sum)
  case (.real(let one), .real(let other)):
    guard (one + other).isFinite else {
      throw SumFault(description: "expected a finite sum, found one that is too large")
    }
    return .real(one + other)
  case (.text(let one), .text(let other)):
    guard var one = Decimal(storedText: one), var other = Decimal(storedText: other) else { break }
    var sum = Decimal()
    guard NSDecimalAdd(&sum, &one, &other, .plain) == .noError else {
      throw SumFault(description: "expected a sum of at most 38 digits, found one with more")
    }
    return sum.storedValue
  default: break
  }
  throw SumFault(
    description: "expected a number of the column's type, found another value; set the column anew")
}
