#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

/// The running sum of decimal numbers during a query.
private final class DecimalAggregate {
  var sum = Decimal.zero
  var count = 0
  var isExact = true

  func add(_ number: Decimal) {
    var result = Decimal()
    var (one, other) = (sum, number)
    isExact = NSDecimalAdd(&result, &one, &other, .plain) == .noError && isExact
    sum = result
    count += 1
  }
}

extension Connection {
  /// Registers `rowsmith_decimal_sum` and `rowsmith_decimal_average`. They ignore NULL, and return NULL if there is no
  /// number.
  func registerDecimalAggregates() throws {
    try registerAggregate("rowsmith_decimal_sum") { context in
      finish(context) { $0.sum }
    }
    try registerAggregate("rowsmith_decimal_average") { context in
      finish(context) { $0.sum / Decimal($0.count) }
    }
  }

  private func registerAggregate(
    _ name: String, _ final: @escaping @convention(c) (OpaquePointer?) -> Void
  ) throws {
    let code = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
      { context, _, arguments in
        guard let arguments, let text = argument(arguments[0]) else { return }
        guard let number = Decimal(storedText: text) else {
          return fail(context, "expected a decimal number, found '\(text.prefix(40))'")
        }
        aggregate(context)?.add(number)
      }, final, nil)
    if code != SQLITE_OK { throw error(code) }
  }
}

/// The aggregate of the function call. The first row creates it.
private func aggregate(_ context: OpaquePointer?) -> DecimalAggregate? {
  let size = Int32(MemoryLayout<UnsafeRawPointer?>.size)
  guard let slot = sqlite3_aggregate_context(context, size) else { return nil }
  let holder = slot.assumingMemoryBound(to: UnsafeRawPointer?.self)
  if let known = holder.pointee { return Unmanaged<DecimalAggregate>.fromOpaque(known).takeUnretainedValue() }
  let made = DecimalAggregate()
  holder.pointee = UnsafeRawPointer(Unmanaged.passRetained(made).toOpaque())
  return made
}

private func finish(_ context: OpaquePointer?, _ result: (DecimalAggregate) -> Decimal) {
  // Without a row there is no context, and size 0 creates none.
  guard let slot = sqlite3_aggregate_context(context, 0) else { return sqlite3_result_null(context) }
  guard let known = slot.assumingMemoryBound(to: UnsafeRawPointer?.self).pointee else {
    return sqlite3_result_null(context)
  }
  let aggregate = Unmanaged<DecimalAggregate>.fromOpaque(known).takeRetainedValue()
  guard aggregate.isExact else {
    return fail(context, "the sum of the decimal numbers has more than 38 digits; sum fewer rows at a time")
  }
  var text = result(aggregate).description
  text.withUTF8 { bytes in
    rowsmith_result_text_copied(context, bytes.baseAddress ?? zeroLength, bytes.count)
  }
}

private func fail(_ context: OpaquePointer?, _ message: String) {
  sqlite3_result_error(context, message, -1)
}
