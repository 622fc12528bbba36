extension SourceWriter {
  /// Writes `prefix`, the expression and `suffix`: on one line if they fit, otherwise with one element a line.
  mutating func write(_ prefix: String = "", _ expression: Expression, suffix: String = "") {
    let line = prefix + expression.line + suffix
    if case .sum(let terms) = expression, line.count > width {
      return write(sum: terms, prefix: prefix, suffix: suffix)
    }
    guard line.count + expression.reserve > width, let parts = expression.parts, !parts.elements.isEmpty
    else {
      return write(line)
    }
    if !parts.isLiteral, writeFilled(parts, prefix: prefix, suffix: suffix) { return }
    // Only literals with several elements have a trailing comma.
    let hasTrailingComma = parts.isLiteral && parts.elements.count > 1
    write(prefix + parts.opening)
    indent { writer in
      for (index, element) in parts.elements.enumerated() {
        let isLast = index == parts.elements.count - 1
        writer.write(element.prefix, element.value, suffix: isLast && !hasTrailingComma ? "" : ",")
      }
    }
    write(parts.closing + suffix)
  }
}

extension SourceWriter {
  /// Writes a sum with as many terms a line as fit.
  private mutating func write(sum terms: [String], prefix: String, suffix: String) {
    var lines: [String] = []
    for (index, term) in terms.enumerated() {
      let text = index == terms.count - 1 ? term + suffix : term
      if let line = lines.last, line.count + 3 + text.count <= (lines.count == 1 ? width : width - 2) {
        lines[lines.count - 1] = "\(line) + \(text)"
      } else {
        lines.append(lines.isEmpty ? prefix + text : "+ \(text)")
      }
    }
    write(lines.first ?? "")
    indent { writer in
      for line in lines.dropFirst() { writer.write(line) }
    }
  }

  /// Writes a call with as many arguments a line as fit, if each argument fits on one.
  private mutating func writeFilled(
    _ parts: Expression.Parts, prefix: String, suffix: String
  ) -> Bool {
    var lines: [(text: String, reserve: Int)] = []
    for (index, element) in parts.elements.enumerated() {
      let isLast = index == parts.elements.count - 1
      let text = element.prefix + element.value.line + (isLast ? parts.closing + suffix : ",")
      let reserve = element.value.reserve
      guard text.count + reserve <= width - 2 else { return false }
      if let line = lines.last, line.text.count + 1 + text.count + line.reserve + reserve <= width - 2 {
        lines[lines.count - 1] = ("\(line.text) \(text)", line.reserve + reserve)
      } else {
        lines.append((text, reserve))
      }
    }
    write(prefix + parts.opening)
    indent { writer in
      for line in lines { writer.write(line.text) }
    }
    return true
  }
}

extension Expression {
  /// The expression on one line.
  var line: String {
    switch self {
    case .source(let source): return source
    case .string(let text): return StringLiteral.source(text)
    case .sum(let terms): return terms.joined(separator: " + ")
    case .dictionary([]): return "[:]"
    case .call, .array, .dictionary:
      guard let parts else { return "" }
      let elements = parts.elements.map { $0.prefix + $0.value.line }
      return parts.opening + elements.joined(separator: ", ") + parts.closing
    }
  }

  /// The columns to keep free on the expression's line: `swift format` reserves one for the possible comma before a literal's
  /// closing bracket.
  var reserve: Int {
    guard let parts else { return 0 }
    let own = parts.isLiteral && !parts.elements.isEmpty ? 1 : 0
    return parts.elements.reduce(own) { $0 + $1.value.reserve }
  }

  /// The elements of the expression; `nil` if it has none.
  fileprivate var parts: Parts? {
    switch self {
    case .source, .string, .sum: nil
    case .call(let function, let arguments):
      Parts(
        opening: "\(function)(", elements: arguments.map { ($0.label.map { "\($0): " } ?? "", $0.value) },
        closing: ")", isLiteral: false)
    case .array(let elements):
      Parts(
        opening: "[", elements: elements.map { ("", $0) }, closing: "]", isLiteral: true)
    case .dictionary(let entries):
      Parts(
        opening: "[", elements: entries.map { ("\($0.key.line): ", $0.value) }, closing: "]",
        isLiteral: true)
    }
  }

  fileprivate struct Parts {
    var opening: String
    var elements: [(prefix: String, value: Expression)]
    var closing: String
    /// Whether it is an array or a dictionary.
    var isLiteral: Bool
  }
}
