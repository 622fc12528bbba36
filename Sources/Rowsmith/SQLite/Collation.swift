public import Foundation

/// How text is compared where its bytes are not in the order that is wanted.
///
/// An order of a query takes one. ``localized`` works on every connection; one of the app's own is given to the store:
///
/// ```swift
/// var options = StoreOptions()
/// options.collations = [Collation("reversed") { $1.compare($0) }]
/// let store = try Store(.file(path), model: BandsModel(), options: options)
/// let sorted = try store.fetch(Band.order { $0.name.ascending(by: .localized) })
/// let backwards = try store.fetch(Band.sql("SELECT * FROM Band ORDER BY name COLLATE reversed"))
/// ```
///
/// SQL of the app's own names it: `ORDER BY name COLLATE rowsmith_localized`.
public struct Collation: Sendable, Hashable {
  /// What SQL calls it.
  public let name: String
  let order: Order

  enum Order: Sendable, Hashable {
    case decimal
    case caseless
    /// The identifier of a locale; nil for that of the process.
    case localized(String?)
    case custom(Comparison)
  }

  /// A comparison of the app's. Two are equal where one is a copy of the other.
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

  /// A collation of the app's own, for ``StoreOptions/collations``.
  ///
  /// - Parameters:
  ///   - name: what SQL calls it; capital and small letters are one. A name that begins with `rowsmith_` is refused.
  ///   - compare: which of two texts comes first. It is called on any thread, must give the same result each time, and must
  ///     be an order: where one text is before a second, and that before a third, the first is before the third.
  public init(_ name: String, _ compare: @escaping @Sendable (String, String) -> ComparisonResult) {
    self.init(name: name, order: .custom(Comparison(compare)))
  }

  /// Decimal numbers, by value.
  static let decimal = Collation(name: "rowsmith_decimal", order: .decimal)
  /// Text, capital and small letters as one.
  static let caseless = Collation(name: "rowsmith_caseless", order: .caseless)

  /// The collation as SQL names it behind `COLLATE`.
  var sql: String {
    let isWord = name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 >= 0x61 && $0 <= 0x7A }
    return isWord ? name : DDL.quoted(name)
  }

  /// What compares two texts. A locale is looked up once.
  func comparison() -> @Sendable (String, String) -> ComparisonResult {
    switch order {
    case .decimal: return Collation.compareNumbers
    case .caseless: return { Collation.compareBytes($0.lowercased(), $1.lowercased()) }
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
    // Text that is no number comes after the numbers.
    case (_?, nil): .orderedAscending
    case (nil, _?): .orderedDescending
    case (nil, nil): compareBytes(one, other)
    }
  }

  private static func compareBytes(_ one: String, _ other: String) -> ComparisonResult {
    if one.utf8.elementsEqual(other.utf8) { return .orderedSame }
    return one.utf8.lexicographicallyPrecedes(other.utf8) ? .orderedAscending : .orderedDescending
  }
}
