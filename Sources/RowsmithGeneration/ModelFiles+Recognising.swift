import Foundation
import RowsmithSchema

extension ModelFiles {
  /// Whether a file belongs to a model; a target's folder may have other YAML. An unreadable file counts as one, so that the
  /// error is reported.
  static func isModel(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(validUTF8: data)
    else { return true }
    let isInBraces = text.first { !$0.isWhitespace && $0 != "\u{FEFF}" } == "{"
    return text.split(whereSeparator: \.isNewline).contains { line in
      // In braces, keys may be indented, and only the version is certain.
      isKey(["rowsmith", "entities"], line)
        || isInBraces && isKey(["rowsmith"], line.drop { $0.isWhitespace || $0 == "{" })
    }
  }

  /// Whether the line begins with one of the top-level keys that only models have. The compiler checks the other keys.
  private static func isKey(_ keys: [String], _ line: Substring) -> Bool {
    let line = line.drop { ["{", "\u{FEFF}", " "].contains($0) && line.first != " " }
    return keys.contains { key in
      [key, "\"\(key)\"", "'\(key)'"].contains { spelling in
        line.hasPrefix(spelling) && line.dropFirst(spelling.count).first { $0 != " " } == ":"
      }
    }
  }
}
