/// Where a piece of a model stands: a file and two places in it.
package struct SourceRange: Sendable, Hashable {
  /// The file, as diagnostics show it.
  package var path: String
  /// The first character.
  package var start: Position
  /// The first character after it.
  package var end: Position

  /// A place in a file.
  package struct Position: Sendable, Hashable, Comparable {
    /// The line, from 1.
    package var line: Int
    /// The column in characters (Unicode scalars), from 1.
    package var column: Int

    package static func < (left: Position, right: Position) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }

  /// The beginning of a file, for what is wrong with the file as a whole.
  static func beginning(of path: String) -> SourceRange {
    SourceRange(path: path, start: Position(line: 1, column: 1), end: Position(line: 1, column: 1))
  }
}

extension SourceRange: CustomStringConvertible {
  /// `path:line:column`.
  package var description: String { "\(path):\(start.line):\(start.column)" }
}

/// A value and where it was written.
package struct Located<Value: Sendable>: Sendable {
  /// The value.
  package var value: Value
  /// Where the model writes it.
  package var range: SourceRange
}

extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}
