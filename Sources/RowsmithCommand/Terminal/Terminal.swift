import Foundation

/// Where a command writes: results to one stream, everything else to the other.
struct Terminal {
  /// Results.
  let output = DescriptorOutput(STDOUT_FILENO, name: "standard output")
  /// Diagnostics and progress.
  private let diagnostics = DescriptorOutput(STDERR_FILENO, name: "standard error")

  /// Whether someone watches the progress.
  var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

  /// Says something that is no result. That nobody can read it is no reason to fail.
  func report(_ text: String) {
    show(text + "\n")
  }

  /// Writes to the terminal as it is.
  func show(_ text: String) {
    try? diagnostics.write(text)
    try? diagnostics.flush()
  }
}
