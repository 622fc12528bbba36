/// A range in a model's file.
package struct SourceRange: Sendable, Hashable {
  /// The file, for diagnostics.
  package var path: String
  /// The first character.
  package var start: Position
  /// The first character after it.
  package var end: Position

  /// A position in a file.
  package struct Position: Sendable, Hashable, Comparable {
    /// The line, from 1.
    package var line: Int
    /// The column in characters (Unicode scalars), from 1.
    package var column: Int

    package static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  /// The beginning of a file, for diagnostics about the whole file.
  static func beginning(of path: String) -> SourceRange {
    SourceRange(path: path, start: Position(line: 1, column: 1), end: Position(line: 1, column: 1))
  }
}

extension SourceRange: CustomStringConvertible {
  /// `path:line:column`.
  package var description: String { "\(path):\(start.line):\(start.column)" }
}

/// A value and its place in the model.
package struct Located<Value: Sendable>: Sendable {
  /// The value.
  package var value: Value
  /// Its place in the model.
  package var range: SourceRange
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
