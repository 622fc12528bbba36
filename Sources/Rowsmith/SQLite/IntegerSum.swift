#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif

/// The running sum of integers during a query, in 128 bits.
///
/// SQLite provides its memory, filled with zeros: the sum of nothing.
private struct IntegerSum {
  private var high: Int64
  private var low: UInt64
  private var count: Int64

  mutating func add(_ number: Int64) {
    let (sum, isCarried) = low.addingReportingOverflow(UInt64(bitPattern: number))
    low = sum
    high += (number < 0 ? -1 : 0) + (isCarried ? 1 : 0)
    count += 1
  }

  /// Whether no number was added.
  var isEmpty: Bool { count == 0 }

  /// The sum; `nil` if it exceeds 64 bits.
  var value: Int64? {
    let value = Int64(bitPattern: low)
    return high == (value < 0 ? -1 : 0) ? value : nil
  }
}

extension Connection {
  /// Registers `rowsmith_integer_sum`. It ignores NULL, and returns NULL if there is no number. SQLite's `sum`, which is
  /// faster, fails if the sum of the first numbers exceeds 64 bits, though later ones may bring it back.
  func registerIntegerSum() throws {
    let code = sqlite3_create_function_v2(
      handle, "rowsmith_integer_sum", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, nil,
      { context, _, arguments in
        guard let arguments, sqlite3_value_type(arguments[0]) != SQLITE_NULL else { return }
        guard sqlite3_value_type(arguments[0]) == SQLITE_INTEGER else {
          return sqlite3_result_error(context, "expected an integer, found another value", -1)
        }
        running(context, create: true)?.pointee.add(sqlite3_value_int64(arguments[0]))
      },
      { context in
        guard let sum = running(context, create: false)?.pointee, !sum.isEmpty else {
          return sqlite3_result_null(context)
        }
        guard let value = sum.value else { return sqlite3_result_error(context, "integer overflow", -1) }
        sqlite3_result_int64(context, value)
      }, nil)
    if code != SQLITE_OK { throw error(code) }
  }
}

/// The sum of the function call.
///
/// - Parameter create: whether to create it if there is none, as for the first row.
private func running(_ context: OpaquePointer?, create: Bool) -> UnsafeMutablePointer<IntegerSum>? {
  let size = create ? Int32(MemoryLayout<IntegerSum>.size) : 0
  return sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: IntegerSum.self)
}
