import RowsmithAPI

/// Validates the paths of routes.
enum PathText {
  /// The first character of the text that is not allowed in a path (RFC 3986, section 3.3); `nil` if there is none.
  static func firstForbidden(in template: PathTemplate) -> Character? {
    for case .literal(let literal) in template.segments.joined() {
      var rest = literal[...]
      while let character = rest.popFirst() {
        if character == "%" {
          guard rest.count >= 2, rest.prefix(2).allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return "%"
          }
          rest.removeFirst(2)
        } else if !isAllowed(character) {
          return character
        }
      }
    }
    return nil
  }

  private static func isAllowed(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "-._~!$&'()*+,;=:@".contains(character))
  }
}
