import Foundation
import Rowsmith
import RowsmithSchema

/// Where a command writes: results to one stream, everything else to the other.
///
/// All text passes here, much of it from documents, models, databases and names of files. So this is where it is made
/// fit for a terminal; what is meant to be read by programs is written to `output` as it is.
struct Terminal {
  /// Results, byte for byte.
  let output = DescriptorOutput(STDOUT_FILENO, name: "standard output")
  /// Diagnostics and progress.
  private let diagnostics = DescriptorOutput(STDERR_FILENO, name: "standard error")

  /// Whether someone watches the progress.
  var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

  /// The columns of the terminal on which progress is shown.
  var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Says something that is no result, on one line. That nobody can read it is no reason to fail.
  func report(_ line: String) {
    show(line.escapedForDisplay() + "\n")
  }

  /// Says several lines; a line break inside one is escaped.
  func report(lines: [String]) {
    for line in lines { report(line) }
  }

  /// Writes a result for people. Its line breaks are the program's own: tables escape what is in their cells.
  func print(_ text: String) throws(StreamError) {
    try output.write(text.escapedForDisplay(keepingLineFeeds: true))
  }

  /// Writes a result for programs, on a line. What JSON allows in a string and a terminal would obey is an escape, too.
  func print(_ json: JSONValue) throws(StreamError) {
    try output.write(json.text.escapedForDisplay() + "\n")
  }

  /// Writes SQL, byte for byte unless someone looks at it: in a literal an escape would be another value.
  func print(sql source: String) throws(StreamError) {
    if isatty(STDOUT_FILENO) == 1 { try print(source) } else { try output.write(source) }
  }

  /// Writes to the terminal as it is, escape sequences included.
  func show(_ text: String) {
    try? diagnostics.write(text)
    try? diagnostics.flush()
  }
}
