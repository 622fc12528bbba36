extension Diagram.Edge {
  /// The label of the line: the relationships of both ends, those of `from` first.
  var label: String {
    switch kind {
    case .inheritance: "is extended by"
    case .relationship: [from.relationship, to.relationship].compactMap { $0 }.joined(separator: " / ")
    }
  }
}

extension String {
  /// The text on one line, with each run of white space as one space.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
