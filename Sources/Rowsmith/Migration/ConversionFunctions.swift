#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// The SQL functions that a migration converts values with, on one connection.
final class ConversionFunctions {
  private let conversions: [ValueConversion]
  private let connection: Connection

  /// Registers the functions on the connection until ``remove()``.
  init(_ conversions: [ValueConversion], on connection: Connection) throws {
    self.conversions = conversions
    self.connection = connection
    try add(ValueConversion.function) { context, count, arguments in
      switch ConversionFunctions.outcome(context, count, arguments) {
      case .value(let value), .cut(let value): value.give(to: context)
      case .lost: sqlite3_result_null(context)
      }
    }
    try add(ValueConversion.test) { context, count, arguments in
      let isKept =
        if case .value = ConversionFunctions.outcome(context, count, arguments) { true } else { false }
      sqlite3_result_int(context, isKept ? 1 : 0)
    }
  }

  func remove() {
    for name in [ValueConversion.function, ValueConversion.test] {
      sqlite3_create_function_v2(connection.handle, name, 2, SQLITE_UTF8, nil, nil, nil, nil, nil)
    }
  }

  private func add(
    _ name: String,
    _ body:
      @escaping @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  ) throws {
    let code = sqlite3_create_function_v2(
      connection.handle, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
      Unmanaged.passUnretained(self).toOpaque(), body,
      nil, nil, nil)
    if code != SQLITE_OK { throw connection.error(code) }
  }

  private static func outcome(
    _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) -> ValueConversion.Outcome {
    guard count == 2, let arguments, let data = sqlite3_user_data(context) else { return .lost }
    let functions = Unmanaged<ConversionFunctions>.fromOpaque(data).takeUnretainedValue()
    let index = Int(sqlite3_value_int64(arguments[0]))
    guard functions.conversions.indices.contains(index) else { return .lost }
    return functions.conversions[index].convert(StoredValue(argument: arguments[1]))
  }
}
