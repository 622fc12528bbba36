import Foundation
import Rowsmith
import RowsmithSchema

/// The output of a command: results on one stream, everything else on the other.
///
/// All text passes through here, much of it from documents, models, databases and file names. So this is where it is escaped
/// for a terminal. Output for programs is written to `output` unescaped.
struct Terminal {
  /// Results, byte for byte.
  let output = DescriptorOutput(STDOUT_FILENO, name: "standard output")
  /// Diagnostics and progress.
  private let diagnostics = DescriptorOutput(STDERR_FILENO, name: "standard error")

  /// Whether progress is shown on a terminal.
  var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

  /// The width of that terminal, in columns.
  var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes a message on one line. A failure to write it is ignored.
  func report(_ line: String) {
    show(line.escapedForDisplay() + "\n")
  }

  /// Writes several lines; line breaks inside a line are escaped.
  func report(lines: [String]) {
    for line in lines { report(line) }
  }

  /// Writes why a database was not migrated, with a line for everything that would be lost or is in the way.
  func report(_ error: MigrationError) {
    // The description escapes each line.
    report(lines: "error: \(error)".split(separator: "\n").map(String.init))
  }

  /// Writes a result as text. Its line breaks are kept; tables have escaped their cells.
  func print(_ text: String) throws(StreamError) {
    try output.write(text.escapedForDisplay(keepingLineFeeds: true))
  }

  /// Writes a result as a line of JSON. Characters that JSON allows and a terminal would interpret are escaped too.
  func print(_ json: JSONValue) throws(StreamError) {
    try output.write(json.text.escapedForDisplay() + "\n")
  }

  /// Writes SQL, unescaped unless to a terminal: an escape in a literal would change its value.
  func print(sql source: String) throws(StreamError) {
    if isatty(STDOUT_FILENO) == 1 { try print(source) } else { try output.write(source) }
  }

  /// Writes to the terminal unescaped, including escape sequences.
  func show(_ text: String) {
    try? diagnostics.write(text)
    try? diagnostics.flush()
  }
}
