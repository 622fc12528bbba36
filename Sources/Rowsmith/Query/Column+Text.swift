public import Foundation

/// A value that is stored as readable text, so that it has text conditions.
public protocol TextValue: ColumnValue {}

extension String: TextValue {}

/// The text of a URL is all of it, from the scheme on.
extension URL: TextValue {}

// The text asked for is plain: `%`, `_`, `*` and quotes mean themselves. An empty column meets none of these.
extension Column where Value: ColumnContent, Value.Present: TextValue {
  /// Met where the column holds the text somewhere.
  ///
  /// - Parameters:
  ///   - text: what is looked for.
  ///   - ignoringCase: whether capital and small letters are equal, and accents equal however they are composed.
  ///     Otherwise the code points must be the same.
  public func contains(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    matches(text, .anywhere, ignoringCase)
  }

  /// Met where the column begins with the text; see ``contains(_:ignoringCase:)``.
  public func hasPrefix(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    matches(text, .prefix, ignoringCase)
  }

  /// Met where the column ends with the text; see ``contains(_:ignoringCase:)``.
  public func hasSuffix(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    matches(text, .suffix, ignoringCase)
  }

  /// Met where the column is the text; see ``contains(_:ignoringCase:)``.
  public func equals(_ text: String, ignoringCase: Bool = false) -> Condition<Root> {
    matches(text, .whole, ignoringCase)
  }

  private func matches(_ text: String, _ place: TextMatch.Place, _ ignoresCase: Bool) -> Condition<Root> {
    Condition(.text(term, TextMatch(place: place, text: text, ignoresCase: ignoresCase)))
  }
}
