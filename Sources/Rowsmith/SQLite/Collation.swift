public import Foundation
import RowsmithSchema

/// How text is compared, if not by its bytes.
///
/// An order of a query takes a collation. ``localized`` works on every connection. Register an app's own with the store:
///
/// ```swift
/// var options = StoreOptions()
/// options.collations = [Collation("reversed") { $1.compare($0) }]
/// let store = try Store(.file(path), model: BandsModel(), options: options)
/// let sorted = try store.fetch(Band.order { $0.name.ascending(by: .localized) })
/// let backwards = try store.fetch(Band.sql("SELECT * FROM Band ORDER BY name COLLATE reversed"))
/// ```
///
/// An app's own SQL refers to it by name: `ORDER BY name COLLATE rowsmith_localized`.
public struct Collation: Sendable, Hashable {
  /// The name in SQL.
  public let name: String
  let order: Order

  enum Order: Sendable, Hashable {
    case decimal
    case decimals
    case caseless
    /// The identifier of a locale; `nil` for the current locale.
    case localized(String?)
    case custom(Comparison)
  }

  /// A comparison of the app. Two are equal only if they are the same object.
  final class Comparison: Sendable, Hashable {
    let compare: @Sendable (String, String) -> ComparisonResult

    init(_ compare: @escaping @Sendable (String, String) -> ComparisonResult) { self.compare = compare }

    static func == (one: Comparison, other: Comparison) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  init(name: String, order: Order) {
    self.name = name
    self.order = order
  }

  /// Creates a collation of the app, for ``StoreOptions/collations``.
  ///
  /// - Parameters:
  ///   - name: the name in SQL, ignoring case. A name that begins with `rowsmith_` is refused.
  ///   - compare: which of two texts comes first. Called on any thread. It must always give the same result, and be an order:
  ///     if one text precedes a second and that a third, the first precedes the third.
  public init(_ name: String, _ compare: @escaping @Sendable (String, String) -> ComparisonResult) {
    self.init(name: name, order: .custom(Comparison(compare)))
  }

  /// Decimal numbers, by value.
  static let decimal = Collation(name: "rowsmith_decimal", order: .decimal)
  /// Lists of decimal numbers, by their values.
  static let decimals = Collation(name: "rowsmith_decimals", order: .decimals)
  /// Text, ignoring case.
  static let caseless = Collation(name: "rowsmith_caseless", order: .caseless)

  /// The name as written after `COLLATE`.
  var sql: String {
    let isWord = name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 >= 0x61 && $0 <= 0x7A }
    return isWord ? name : DDL.quoted(name)
  }

  /// The function that compares two texts. It looks a locale up once.
  func comparison() -> @Sendable (String, String) -> ComparisonResult {
    switch order {
    case .decimal: return Collation.compareNumbers
    case .decimals: return Collation.compareLists
    case .caseless: return { Collation.compareBytes($0.caseless, $1.caseless) }
    case .localized(let identifier):
      let locale = identifier.map(Locale.init(identifier:)) ?? .current
      return { Collation.compare($0, $1, locale: locale) }
    case .custom(let comparison): return comparison.compare
    }
  }

  @Sendable private static func compareNumbers(_ one: String, _ other: String) -> ComparisonResult {
    switch (Decimal(storedText: one), Decimal(storedText: other)) {
    case (let one?, let other?):
      one == other ? .orderedSame : one < other ? .orderedAscending : .orderedDescending
    // Text that is not a number comes after the numbers.
    case (_?, nil): .orderedAscending
    case (nil, _?): .orderedDescending
    case (nil, nil): compareBytes(one, other)
    }
  }

  @Sendable private static func compareLists(_ one: String, _ other: String) -> ComparisonResult {
    switch ([Decimal](storedValue: .text(one)), [Decimal](storedValue: .text(other))) {
    case (let one?, let other?):
      one == other
        ? .orderedSame : one.lexicographicallyPrecedes(other) ? .orderedAscending : .orderedDescending
    // Text that is not a list of numbers comes after the lists.
    case (_?, nil): .orderedAscending
    case (nil, _?): .orderedDescending
    case (nil, nil): compareBytes(one, other)
    }
  }

  static func compareBytes(_ one: String, _ other: String) -> ComparisonResult {
    if one.utf8.elementsEqual(other.utf8) { return .orderedSame }
    return one.utf8.lexicographicallyPrecedes(other.utf8) ? .orderedAscending : .orderedDescending
  }
}
