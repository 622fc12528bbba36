public import Foundation

/// Names of a model that are valid in JSON and SQL, but collide in Swift.
public struct GeneratorError: Error, Sendable, Hashable {
  /// The errors, one sentence each, in the order of the model; never empty.
  public var messages: [String]
}

extension GeneratorError: CustomStringConvertible {
  /// The messages, one per line.
  public var description: String { messages.joined(separator: "\n") }
}

extension GeneratorError: LocalizedError {
  /// The messages, one per line.
  public var errorDescription: String? { description }
}
