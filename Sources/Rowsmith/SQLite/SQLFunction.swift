public import RowsmithSchema

/// A function of the app's own that SQL can call, on every connection of a store.
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
/// A trigger, a view or an index of the app's own can call it, too; other programs cannot use those then.
public struct SQLFunction: Sendable, Hashable {
  /// What SQL calls it.
  public let name: String
  /// How many arguments it takes; nil for any number.
  public let arguments: Int?
  /// Whether the same arguments always give the same result, so that SQLite may call it once for many rows, and an index can
  /// hold its results.
  public let isDeterministic: Bool
  let body: Body

  /// What the function does. Two are equal where one is a copy of the other.
  final class Body: Sendable, Hashable {
    let run: @Sendable ([StoredValue]) throws -> StoredValue

    init(_ run: @escaping @Sendable ([StoredValue]) throws -> StoredValue) { self.run = run }

    static func == (one: Body, other: Body) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A function for ``StoreOptions/functions``.
  ///
  /// - Parameters:
  ///   - name: what SQL calls it; capital and small letters are one. The names of SQLite's own functions are refused, as are
  ///     those that begin with `rowsmith_`.
  ///   - arguments: how many arguments it takes; nil for any number.
  ///   - isDeterministic: whether the same arguments always give the same result.
  ///   - body: computes the result; called on any thread. It must not use the store. What it throws makes the statement fail
  ///     with its description.
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
