/// Lines of text with an indentation of two spaces per level.
struct SourceWriter {
  /// The maximum line length: the default of `swift format`, so that its output stays unchanged with that and any wider
  /// setting.
  static let lineLength = 100

  private(set) var lines: [String] = []
  private var level = 0

  /// The columns available on a new line.
  var width: Int { SourceWriter.lineLength - level * 2 }

  /// Writes a line. An empty one gets no indentation.
  mutating func write(_ line: String) {
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: level) + line)
  }

  /// Writes the lines of the body one level deeper.
  mutating func indent(_ body: (inout SourceWriter) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  /// The text, with one line break at the end.
  var text: String { lines.joined(separator: "\n") + "\n" }
}
