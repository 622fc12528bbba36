import RowsmithModel

/// Finds texts that come from a fixed list of words.
enum EnumChoice {
  /// Names of members that nearly always hold such words.
  private static let names: Set<String> = [
    "status", "state", "type", "kind", "role", "level", "visibility", "severity", "priority", "phase",
    "category", "mode", "currency", "association", "reason", "event", "action", "scope", "gender", "unit",
    "object", "rank",
  ]

  /// The values in the order first seen; `nil` if there are too many, they repeat too rarely, or they are not words.
  ///
  /// - Parameter records: the number of distinct records with a value, if known. A value that one record repeats each time it
  ///   occurs, such as its own name, counts once.
  static func values(of strings: StringShape, named name: String, in records: Int? = nil) -> [String]? {
    guard let values = strings.values, values.count > 1, values.count <= 16 else { return nil }
    let isNamed = Words.of(name).last.map { names.contains(Singular.of($0)) || names.contains($0) } ?? false
    let (least, times) = isNamed ? (8, 3) : (40, 8)
    guard min(strings.count, records ?? .max) >= max(least, times * values.count) else { return nil }
    // A value that occurred once may be one of many.
    let rare = values.count { $0.count < 2 }
    guard 4 * rare <= values.count else { return nil }
    guard values.allSatisfy({ isWord($0.text) }) else { return nil }
    let folded = Set(values.map { SwiftNames.foldedCase(for: $0.text) })
    return folded.count == values.count ? values.map(\.text) : nil
  }

  private static func isWord(_ text: String) -> Bool {
    guard text.count <= 32, text.contains(where: \.isLetter), let first = text.first, first.isLetter else {
      return false
    }
    guard text.unicodeScalars.allSatisfy({ $0.isASCII }) else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || "_-.:/ ".contains($0) }
      && text.count { $0 == " " } <= 1
  }
}
