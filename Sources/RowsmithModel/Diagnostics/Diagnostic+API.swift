import RowsmithSchema

// The section `api`.
extension Diagnostic {
  static func apiGivenTwice(first: SourceRange, at range: SourceRange) -> Diagnostic {
    .error("'api' is given in two files; it is already at \(first)", at: range)
  }

  static func badBaseURL(_ text: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(URLText.withoutPassword(ofAny: text))' is not the address of a server; write one such as "
        + "https://api.example.com/v2, without '?' and '#'", at: range)
  }

  static func badHeaderName(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot name a header; use letters, digits and hyphens, such as Accept-Language",
      at: range)
  }

  static func badHeaderValue(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the header '\(name)' cannot be sent; its value must be ASCII on one line, without spaces around it",
      at: range)
  }

  static func placeholderInBatch(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("the path of 'batch' cannot have a placeholder: nothing would fill ':\(name)'", at: range)
  }
}
