/// A function or an initializer.
struct FunctionDeclaration: Equatable {
  /// A parameter.
  struct Parameter: Equatable {
    /// The label and name: `name`, or two words if they differ.
    var label: String
    /// Its type.
    var type: String
    /// Its default.
    var defaultValue: Expression?
  }

  /// The layout of the parameters.
  enum Layout: Equatable {
    /// On the line of the name, if they fit.
    case compact
    /// One per line.
    case onePerLine
  }

  /// The comment above it.
  var doc: [String] = []
  /// Its attributes, such as `@discardableResult`, one per line.
  var attributes: [String] = []
  /// Its visibility.
  var visibility = Visibility.exported
  /// The code before the parameters: `init`, `func name`.
  var name: String
  /// Its parameters.
  var parameters: [Parameter] = []
  /// The layout of the parameters.
  var layout = Layout.compact
  /// The code between the parameters and the body: `throws -> Bool`; empty for nothing.
  var effects = ""
  /// Its statements; `nil` for a requirement.
  var body: [Statement]?
}
