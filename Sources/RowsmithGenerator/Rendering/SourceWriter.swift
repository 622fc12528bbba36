/// Lines of text with an indentation of two spaces per level.
struct SourceWriter {
  /// Where a line should end. The default of `swift format`, so that its output stays as it is under the
  /// default configuration and any wider one.
  static let lineLength = 100

  private(set) var lines: [String] = []
  private var level = 0

  /// The columns that are left on a new line.
  var width: Int { SourceWriter.lineLength - level * 2 }

  /// Writes one line; an empty one gets no indentation.
  mutating func write(_ line: String) {
    lines.append(line.isEmpty ? "" : String(repeating: "  ", count: level) + line)
  }

  /// Writes the lines of the body one level further in.
  mutating func indent(_ body: (inout SourceWriter) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  /// The text, which ends with one line break.
  var text: String { lines.joined(separator: "\n") + "\n" }
}
