public import RowsmithGenerator

/// Why nothing could be generated from a model without errors.
public enum GenerateError: Error, Sendable, Hashable {
  /// Names of the model cannot stand beside each other in Swift.
  case names(GeneratorError)
  /// A file could not be written.
  case unwritable(path: String, reason: String)
}

extension GenerateError: CustomStringConvertible {
  /// One line per fault, as build systems recognise it: `error: …`.
  public var description: String {
    switch self {
    case .names(let error): error.messages.map { "error: \($0)" }.joined(separator: "\n")
    case .unwritable(let path, let reason): "error: cannot write '\(path)': \(reason)"
    }
  }
}
