/// Converts SQL defaults to the notation of the model.
enum SQLLiteral {
  /// The default; `nil` for an expression, or if the type has no such value.
  static func value(_ sql: String, type: String, listed: [String]?) -> YAMLDraft? {
    var text = sql[...]
    while text.hasPrefix("("), text.hasSuffix(")") { text = text.dropFirst().dropLast() }
    let word = text.uppercased()
    // SQLite takes a text in double quotes, too.
    if text.count >= 2, let quote = text.first, "'\"".contains(quote), text.last == quote {
      let inside = String(text.dropFirst().dropLast())
      // A quote that is not doubled ends the text: this is an expression.
      if inside.replacing("\(quote)\(quote)", with: "").contains(quote) { return nil }
      let content = inside.replacing("\(quote)\(quote)", with: "\(quote)")
      if let listed { return listed.contains(content) ? .text(content) : nil }
      if type == "String" { return .text(content) }
      // People also write '0' for numbers.
      return number(content[...], type)
    }
    if type == "Bool" {
      return ["1", "TRUE"].contains(word)
        ? .plain("true") : ["0", "FALSE"].contains(word) ? .plain("false") : nil
    }
    return number(text, type)
  }

  private static func number(_ text: Substring, _ type: String) -> YAMLDraft? {
    switch type {
    case "Int": Int64(text).map { .plain("\($0)") }
    case "Double": text.wholeMatch(of: /-?\d+(\.\d+)?/) == nil ? nil : .plain(String(text))
    case "Decimal": text.wholeMatch(of: /-?\d+(\.\d+)?/) == nil ? nil : .plain(String(text))
    case "Bool":
      text == "1" || text == "t" ? .plain("true") : text == "0" || text == "f" ? .plain("false") : nil
    default: nil
    }
  }
}
