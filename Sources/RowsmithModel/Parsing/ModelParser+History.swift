import RowsmithSchema

// The section `history`.
extension ModelParser {
  /// Reads `true`, `false`, or how long history is kept: `{ keep: 30d }`.
  mutating func history(_ node: YAMLNode, at range: SourceRange) -> Located<Schema.History?> {
    switch node.scalar?.value {
    case .bool(true): return Located(value: Schema.History(), range: range)
    case .bool(false): return Located(value: nil, range: range)
    default: break
    }
    guard node.entries != nil else {
      let expected = "true, false, or a mapping such as { keep: 30d }"
      diagnostics.append(
        .wrongKind("'history'", expected: expected, found: node.kindDescription, at: node.range))
      return Located(value: nil, range: range)
    }
    var history = Schema.History()
    guard var fields = fields(of: node, in: .history, called: "'history'") else {
      return Located(value: nil, range: range)
    }
    if let keep = fields.take("keep") {
      history.keepSeconds = Self.seconds(keep)
      if history.keepSeconds == nil { diagnostics.append(.badDuration(keep.scalar?.text, at: keep.range)) }
    } else {
      diagnostics.append(.historyWithoutKeep(at: node.range))
    }
    return Located(value: history, range: range)
  }

  /// The seconds of a duration such as `30d`; `nil` if it is none.
  private static func seconds(_ node: YAMLNode) -> Int? {
    guard let text = node.scalar?.text, let unit = text.last, let factor = units[unit],
      !text.hasPrefix("+"), !text.hasPrefix("0"), let count = Int(text.dropLast()), count > 0
    else { return nil }
    let (seconds, overflows) = count.multipliedReportingOverflow(by: factor)
    return overflows || seconds > maximumSeconds ? nil : seconds
  }

  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86400]
  /// Ten thousand years.
  private static let maximumSeconds = 10_000 * 366 * 86400
}
