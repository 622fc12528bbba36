import Foundation

/// Prints a line at once, as the process may be killed behind it.
package func say(_ parts: Any...) {
  let line = parts.map { "\($0)" }.joined(separator: " ") + "\n"
  FileHandle.standardOutput.write(Data(line.utf8))
}
