import Foundation

/// Why no draft can be made from a description.
package struct DescriptionError: Error, Sendable, Equatable {
  /// The file, as given.
  package var path: String
  /// The line, from 1, if known.
  package var line: Int?
  /// The column, from 1.
  package var column: Int?
  /// What is wrong, and what to do.
  package var message: String

  package init(_ path: String, _ message: String, line: Int? = nil, column: Int? = nil) {
    self.path = path
    self.message = message
    self.line = line
    self.column = column
  }

  /// The error of a file that cannot be read, with the system's reason.
  static func unreadable(_ path: String) -> DescriptionError {
    var status = stat()
    let isReachable = stat(path, &status) == 0 && access(path, R_OK) == 0
    let reason =
      if !isReachable {
        String(cString: strerror(errno))
      } else if status.st_mode & S_IFMT == S_IFDIR {
        "it is a folder"
      } else {
        "reading it failed"
      }
    return DescriptionError(path, "the file cannot be read: \(reason)")
  }
}

extension DescriptionError: CustomStringConvertible {
  /// `path:line:column: message`, without the word "error".
  package var description: String {
    let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
    return "\(path)\(place): \(message)"
  }
}

extension DescriptionError: LocalizedError {
  /// The message with its place.
  package var errorDescription: String? { description }
}
