public import Foundation
public import RowsmithGenerator
import RowsmithSchema

/// Why generation failed although the model has no errors.
public enum GenerateError: Error, Sendable, Hashable {
  /// Names of the model collide in Swift.
  case names(GeneratorError)
  /// None of the candidates is a model.
  case noModel(candidates: [String])
  /// A file could not be written.
  case unwritable(path: String, reason: String)
}

extension GenerateError: CustomStringConvertible {
  /// One line per error, in the format of build systems: `error: …`.
  public var lines: [String] {
    let messages =
      switch self {
      case .names(let error): error.messages
      case .noModel(let candidates):
        [
          "no model: a model file begins with 'rowsmith: 1', and "
            + (candidates.count == 1
              ? "'\(candidates[0])' does not" : "none of \(candidates.count) YAML files does")
        ]
      case .unwritable(let path, let reason): ["cannot write '\(path)': \(reason)"]
      }
    return messages.map { "error: \($0)".escapedForDisplay() }
  }

  /// The lines, joined.
  public var description: String { lines.joined(separator: "\n") }
}

extension GenerateError: LocalizedError {
  /// The lines, joined.
  public var errorDescription: String? { description }
}
