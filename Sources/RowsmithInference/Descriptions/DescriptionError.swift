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

  /// The error of a file that cannot be read, with the reason.
  static func unreadable(_ path: String) -> DescriptionError {
    DescriptionError(path, "the file cannot be read: \(whyUnreadable(path))")
  }

  /// Why a file cannot be read: the system's words, or that it is a folder.
  package static func whyUnreadable(_ path: String) -> String {
    var status = stat()
    if stat(path, &status) != 0 || access(path, R_OK) != 0 { return String(cString: strerror(errno)) }
    return status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "reading it failed"
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
