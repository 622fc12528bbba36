public import Foundation

/// A value that is stored as readable text, so it has text conditions.
public protocol TextValue: ColumnValue {}

extension String: TextValue {}

/// The text of a URL is the whole URL, including its scheme.
extension URL: TextValue {}

// The search text is literal: `%`, `_`, `*` and quotes have no special meaning. For an empty column these conditions are false.
extension Column where Value: ColumnContent, Value.Present: TextValue {
  /// True if the column contains the text.
  ///
  /// - Parameters:
  ///   - text: the text to find.
  ///   - ignoringCase: `true` to ignore upper and lower case, and how accented letters are composed. Otherwise the code points
  ///     must be equal.
  public func contains(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    matches(text, .anywhere, ignoringCase)
  }

  /// True if the column begins with the text; see ``contains(_:ignoringCase:)``.
  public func hasPrefix(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    matches(text, .prefix, ignoringCase)
  }

  /// True if the column ends with the text; see ``contains(_:ignoringCase:)``.
  public func hasSuffix(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    matches(text, .suffix, ignoringCase)
  }

  /// True if the column equals the text; see ``contains(_:ignoringCase:)``.
  public func equals(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    matches(text, .whole, ignoringCase)
  }

  private func matches(_ text: String, _ place: TextMatch.Place, _ ignoresCase: Bool) -> Condition<Root> {
    Condition(.text(term, TextMatch(place: place, text: text, ignoresCase: ignoresCase)))
  }
}
