import RowsmithSchema

extension [String] {
  /// Names of code as a list in a sentence: "`a`, `b` and `c`".
  var codeList: String {
    let names = map { "`\($0)`" }
    guard names.count > 1, let last = names.last else { return names.joined() }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension SourceWriter {
  /// Writes a documentation comment. Long lines are broken between words; invisible characters are escaped.
  mutating func writeDocumentation(_ lines: [String]) {
    for line in lines.flatMap({ $0.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }) {
      for part in SourceWriter.broken(String(line), width: width - 4) {
        write(part.isEmpty ? "///" : "/// \(part.escapedForDisplay())")
      }
    }
  }

  /// The line without trailing space, broken at spaces into parts that fit the width.
  private static func broken(_ line: String, width: Int) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    var parts: [String] = []
    var part = ""
    for (index, word) in words.enumerated() {
      if index > 0, part.count + 1 + word.count > width, !part.allSatisfy(\.isWhitespace) {
        parts.append(part)
        part = String(word)
      } else {
        part += (index > 0 ? " " : "") + word
      }
    }
    return (parts + [part]).map { part in
      String(part.reversed().drop { $0.isWhitespace }.reversed())
    }
  }
}
