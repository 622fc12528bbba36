/// A type in the notation of a model: `String?`, `[Album]`, `{Label}`.
struct TypeReference: Sendable, Hashable {
  /// The name of the type without brackets and question mark.
  var name: String
  /// The brackets around it.
  var shape: Shape
  /// Whether a question mark follows.
  var isOptional: Bool
  /// Its place in the model.
  var range: SourceRange

  /// The brackets around the name of a type.
  enum Shape: Sendable, Hashable {
    /// `T`.
    case single
    /// `[T]`.
    case list
    /// `{T}`.
    case keyed
  }

  /// Parses a type.
  ///
  /// - Returns: `nil` if the text is not a type.
  init?(_ text: String, at range: SourceRange) {
    var rest = Self.trim(text[...])
    isOptional = rest.last == "?"
    if isOptional { rest = Self.trim(rest.dropLast()) }
    switch (rest.first, rest.last) {
    case ("[", "]") where rest.count > 1: shape = .list
    case ("{", "}") where rest.count > 1: shape = .keyed
    default: shape = .single
    }
    if shape != .single { rest = Self.trim(rest.dropFirst().dropLast()) }
    guard !rest.isEmpty, !rest.contains(where: { "[]{}?,: \t\n\"'".contains($0) }) else { return nil }
    name = String(rest)
    self.range = range
  }

  /// Reads a type, bare or quoted.
  ///
  /// Without quotes, `[Album]` and `{Label}` are a YAML list with one item and a YAML mapping with one key.
  init?(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar):
      self.init(scalar.text, at: node.range)
    case .sequence(let items):
      guard items.count == 1, let item = items[0].scalar else { return nil }
      self.init("[\(item.text)]", at: node.range)
    case .mapping(let entries):
      guard entries.count == 1, entries[0].value.isAbsent else { return nil }
      self.init("{\(entries[0].key.value)}", at: node.range)
    }
  }

  /// A list of an entity.
  init(listOf entity: Located<String>) {
    name = entity.value
    shape = .list
    isOptional = false
    range = entity.range
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension TypeReference: CustomStringConvertible {
  /// The type in the notation of a model.
  var description: String {
    let bare =
      switch shape {
      case .single: name
      case .list: "[\(name)]"
      case .keyed: "{\(name)}"
      }
    return isOptional ? "\(bare)?" : bare
  }
}
