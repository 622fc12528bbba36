import Foundation

extension ModelFiles {
  /// Whether a file belongs to a model; a target's folder may have other YAML. An unreadable file counts as one, so that the
  /// error is reported.
  static func isModel(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(validating: data, as: UTF8.self)
    else { return true }
    return text.split(whereSeparator: \.isNewline).contains(where: isKeyOfModel)
  }

  /// Whether the line has a top-level key that only models have. The compiler checks the other keys.
  private static func isKeyOfModel(_ line: Substring) -> Bool {
    let line = line.drop { ["{", "\u{FEFF}", " "].contains($0) && line.first != " " }
    return ["rowsmith", "entities"].contains { key in
      ["\(key):", "\"\(key)\":", "'\(key)':"].contains { line.hasPrefix($0) }
    }
  }
}
