import Foundation

extension ModelFiles {
  /// Whether a file says that it is one of a model: other YAML in a target's folder belongs to somebody else. One that
  /// cannot be read counts as one, so that this is said.
  static func isModel(_ path: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path),
      let text = String(validating: data, as: UTF8.self)
    else { return true }
    return text.split(whereSeparator: \.isNewline).contains(where: isKeyOfModel)
  }

  /// Whether the line is a key at the top that only models have. Which other keys there are matters to the compiler alone.
  private static func isKeyOfModel(_ line: Substring) -> Bool {
    let line = line.drop { ["{", "\u{FEFF}", " "].contains($0) && line.first != " " }
    return ["rowsmith", "entities"].contains { key in
      ["\(key):", "\"\(key)\":", "'\(key)':"].contains { line.hasPrefix($0) }
    }
  }
}
