#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// The origins of the current transaction's writes, and the current origin.
///
/// The journal's triggers get it from an SQL function. A number in a table would have to be read for each row; a number in
/// their text would require new triggers for each origin.
final class OriginList {
  private(set) var all: [ChangeOrigin] = [.local]
  /// The index of the current origin.
  private(set) var current = 0

  /// Resets the list at the start of a transaction.
  func reset() {
    all.removeLast(all.count - 1)
    current = 0
  }

  /// Runs the body, whose writes have this origin.
  func with<Result>(_ origin: ChangeOrigin, _ body: () throws -> Result) rethrows -> Result {
    let former = current
    defer { current = former }
    if let known = all.firstIndex(of: origin) {
      current = known
    } else {
      all.append(origin)
      current = all.count - 1
    }
    return try body()
  }

  subscript(index: Int64) -> ChangeOrigin {
    Int(exactly: index).flatMap { all.indices.contains($0) ? all[$0] : nil } ?? .local
  }

  /// Defines the function `rowsmith_origin` on a connection. The function retains this list.
  func register(on connection: Connection) throws {
    let code = sqlite3_create_function_v2(
      connection.handle, "rowsmith_origin", 0, SQLITE_UTF8, Unmanaged.passRetained(self).toOpaque(),
      { context, _, _ in
        guard let list = sqlite3_user_data(context) else { return sqlite3_result_int64(context, 0) }
        let current = Unmanaged<OriginList>.fromOpaque(list).takeUnretainedValue().current
        sqlite3_result_int64(context, Int64(current))
      }, nil, nil, { list in list.map { Unmanaged<OriginList>.fromOpaque($0).release() } })
    if code != SQLITE_OK { throw connection.error(code) }
  }
}
