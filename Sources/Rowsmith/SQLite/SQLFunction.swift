public import RowsmithSchema

/// A function of the app that SQL can call, on every connection of a store.
///
/// ```swift
/// var options = StoreOptions()
/// options.functions = [
///   SQLFunction("initial", arguments: 1, isDeterministic: true) { values in
///     guard case .text(let text) = values[0] else { return .null }
///     return .text(String(text.prefix(1)))
///   }
/// ]
/// let store = try Store(.file(path), model: BandsModel(), options: options)
/// let bands = try store.fetch(Band.sql("SELECT * FROM Band WHERE initial(name) = ?", "J"))
/// ```
///
/// The app's own triggers, views and indices can call it, too. Other programs cannot use these then.
public struct SQLFunction: Sendable, Hashable {
  /// The name in SQL.
  public let name: String
  /// The number of arguments; `nil` for any number.
  public let arguments: Int?
  /// Whether the same arguments always give the same result. Then SQLite may call it once for many rows, and an index may
  /// store its results.
  public let isDeterministic: Bool
  let body: Body

  /// The function's body. Two are equal only if they are the same object.
  final class Body: Sendable, Hashable {
    let run: @Sendable ([StoredValue]) throws -> StoredValue

    init(_ run: @escaping @Sendable ([StoredValue]) throws -> StoredValue) { self.run = run }

    static func == (one: Body, other: Body) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Creates a function for ``StoreOptions/functions``.
  ///
  /// - Parameters:
  ///   - name: the name in SQL, ignoring case. SQLite's own names and those that begin with `rowsmith_` are refused.
  ///   - arguments: the number of arguments; `nil` for any number.
  ///   - isDeterministic: whether the same arguments always give the same result.
  ///   - body: computes the result; called on any thread. It must not use the store. Errors make the statement fail.
  public init(
    _ name: String, arguments: Int?, isDeterministic: Bool = false,
    _ body: @escaping @Sendable (_ values: [StoredValue]) throws -> StoredValue
  ) {
    self.name = name
    self.arguments = arguments
    self.isDeterministic = isDeterministic
    self.body = Body(body)
  }
}
