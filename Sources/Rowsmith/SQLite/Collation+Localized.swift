public import Foundation

extension Collation {
  /// As people of the current locale sort: `Ärzte` beside `Arzt`, `Track 2` before `Track 10`.
  ///
  /// Slower than the order of bytes, and no index helps: for lists that are shown, not for millions of rows.
  public static let localized = Collation(name: localizedName, order: .localized(nil))

  /// As people of a locale sort.
  public static func localized(_ locale: Locale) -> Collation {
    Collation(name: "\(localizedName)_\(locale.identifier)", order: .localized(locale.identifier))
  }

  private static let localizedName = "rowsmith_localized"

  /// The collation of that name, where it is one that needs no registering.
  init?(localizedName name: String) {
    if name == Collation.localizedName {
      self = .localized
    } else if name.hasPrefix(Collation.localizedName + "_") {
      self = .localized(Locale(identifier: String(name.dropFirst(Collation.localizedName.count + 1))))
    } else {
      return nil
    }
  }

  static func compare(_ one: String, _ other: String, locale: Locale) -> ComparisonResult {
    one.compare(
      other, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], locale: locale)
  }
}
