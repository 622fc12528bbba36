public import Foundation

extension Collation {
  /// The sort order of the current locale: `Ärzte` beside `Arzt`, `Track 2` before `Track 10`.
  ///
  /// It is slower than comparing bytes, and no index helps: use it for lists on screen, not for millions of rows.
  public static let localized = Collation(name: localizedName, order: .localized(nil))

  /// The sort order of a locale.
  public static func localized(_ locale: Locale) -> Collation {
    Collation(name: "\(localizedName)_\(locale.identifier)", order: .localized(locale.identifier))
  }

  private static let localizedName = "rowsmith_localized"

  /// The localized collation with that name; `nil` for another name.
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
