/// A path with placeholders that each request fills in: `products/:id/reviews`, `categories/:itemID\.json`.
///
/// Leading and trailing slashes make no difference. A backslash ends a placeholder's name and is not sent.
public struct PathTemplate: Sendable, Hashable {
  /// A piece of a path.
  public enum Piece: Sendable, Hashable {
    /// Text that is sent verbatim.
    case literal(String)
    /// The name of an attribute or argument, or a path through a to-one relationship: `product.id`. Its value is percent-encoded.
    case placeholder(String)
  }

  /// The pieces of each segment; slashes separate segments.
  public var segments: [[Piece]]

  /// Creates a template from its segments.
  public init(segments: [[Piece]]) { self.segments = segments }

  /// Parses a template. Any text is valid.
  public init(_ text: String) {
    segments = text.split(separator: "/").map { PathTemplate.pieces(of: $0) }
  }

  /// The names of the placeholders, in order.
  public var placeholders: [String] {
    segments.joined().compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
  }

  private static func pieces(of segment: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = segment
    var literal = ""
    while let character = rest.popFirst() {
      switch character {
      case ":" where rest.first.map(isNameStart) == true:
        if !literal.isEmpty { pieces.append(.literal(literal)) }
        literal = ""
        var name = ""
        while let next = rest.first, isNamePart(next) || (next == "." && continuesName(rest)) {
          name.append(next)
          rest.removeFirst()
        }
        pieces.append(.placeholder(name))
      case "\\": if let next = rest.popFirst() { literal.append(next) }
      default: literal.append(character)
      }
    }
    if !literal.isEmpty { pieces.append(.literal(literal)) }
    return pieces
  }

  private static func isNameStart(_ character: Character) -> Bool { character.isLetter || character == "_" }

  private static func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Whether a name continues after a dot: `:product.id`.
  private static func continuesName(_ rest: Substring) -> Bool {
    rest.dropFirst().first.map(isNameStart) == true
  }
}

extension PathTemplate: CustomStringConvertible {
  /// The text of the template, without leading and trailing slashes.
  public var description: String {
    segments.map { pieces in
      var text = ""
      var followsName = false
      for piece in pieces {
        switch piece {
        case .literal(let literal):
          for character in literal {
            if followsName || character == ":" || character == "\\" { text += "\\" }
            followsName = false
            text.append(character)
          }
        case .placeholder(let name):
          text += ":\(name)"
          followsName = true
        }
      }
      return text
    }.joined(separator: "/")
  }
}
