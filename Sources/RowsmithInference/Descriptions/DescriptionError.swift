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
