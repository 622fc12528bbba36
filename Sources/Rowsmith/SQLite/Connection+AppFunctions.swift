#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

extension Connection {
  /// Registers the app's functions and collations.
  func register(_ functions: [SQLFunction], _ collations: [Collation]) throws {
    for function in functions { try refuseReserved(function.name, "function", isOurs: isBuiltIn(function)) }
    for function in functions { try register(function) }
    for collation in collations {
      let isOurs = ["binary", "nocase", "rtrim"].contains(collation.name.lowercased())
      // The localized ones exist anyway.
      if Collation(localizedName: collation.name) == collation { continue }
      try refuseReserved(collation.name, "collation", isOurs: isOurs)
      try register(collation)
    }
    appFunctions = functions
    appCollations = collations
  }

  /// Refuses names that Rowsmith's statements rely on.
  private func refuseReserved(_ name: String, _ noun: String, isOurs: Bool) throws {
    guard isOurs || name.lowercased().hasPrefix("rowsmith_") || name.isEmpty else { return }
    throw StoreError(
      .misuse,
      "the \(noun) '\(name)' cannot have that name, which SQLite or Rowsmith uses; choose another")
  }

  private func isBuiltIn(_ function: SQLFunction) throws -> Bool {
    try integer(
      "SELECT 1 FROM pragma_function_list WHERE lower(name) = lower(?1) AND builtin", [.text(function.name)])
      != nil
  }

  private func register(_ function: SQLFunction) throws {
    let mistake = StoreError(
      .misuse,
      "the function '\(function.name)' cannot be made: a name has up to 255 bytes, and a function 0 to 100 arguments"
    )
    // Some builds of SQLite take more, and -1 for any number.
    if let count = function.arguments, !(0...100).contains(count) { throw mistake }
    let flags = SQLITE_UTF8 | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let code = sqlite3_create_function_v2(
      handle, function.name, Int32(function.arguments ?? -1), flags,
      Unmanaged.passRetained(FunctionBox(function)).toOpaque(),
      { context, count, arguments in
        guard let data = sqlite3_user_data(context) else { return }
        Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue().run(context, Int(count), arguments)
      }, nil, nil, { box in if let box { Unmanaged<FunctionBox>.fromOpaque(box).release() } })
    if code != SQLITE_OK { throw mistake }
  }
}

/// The box of a function that SQLite releases when the connection drops it.
private final class FunctionBox {
  private let function: SQLFunction

  init(_ function: SQLFunction) { self.function = function }

  func run(
    _ context: OpaquePointer?, _ count: Int, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    do {
      let values = (0..<count).map { StoredValue(argument: arguments?[$0]) }
      try function.body.run(values).give(to: context)
    } catch {
      sqlite3_result_error(context, "\(function.name): \(error)", -1)
    }
  }
}
