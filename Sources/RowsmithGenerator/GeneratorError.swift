public import Foundation

/// Names of a model that are good in JSON and SQL and cannot stand beside each other in Swift.
public struct GeneratorError: Error, Sendable, Hashable {
  /// What is wrong, one sentence each, in the order of the model; never empty.
  public var messages: [String]
}

extension GeneratorError: CustomStringConvertible {
  /// The messages, one a line.
  public var description: String { messages.joined(separator: "\n") }
}

extension GeneratorError: LocalizedError {
  /// The messages, one a line.
  public var errorDescription: String? { description }
}
