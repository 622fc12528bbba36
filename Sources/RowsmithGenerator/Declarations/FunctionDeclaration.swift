/// A function or an initializer.
struct FunctionDeclaration: Equatable {
  /// A parameter.
  struct Parameter: Equatable {
    /// The label as callers write it: `name`, or two words where label and name differ.
    var label: String
    /// Its type.
    var type: String
    /// Its default.
    var defaultValue: Expression?
  }

  /// Where its parameters stand.
  enum Layout: Equatable {
    /// On the line of the name, where there is room.
    case compact
    /// On a line each.
    case onePerLine
  }

  /// The comment above it.
  var doc: [String] = []
  /// What the compiler is told of it, each on a line: `@discardableResult`.
  var attributes: [String] = []
  /// Who can see it.
  var visibility = Visibility.exported
  /// What stands before the parameters: `init`, `func name`.
  var name: String
  /// Its parameters.
  var parameters: [Parameter] = []
  /// Where they stand.
  var layout = Layout.compact
  /// What stands between the parameters and the body: `throws -> Bool`; empty for nothing.
  var effects = ""
  /// Its statements; nil for a requirement.
  var body: [Statement]?
}
