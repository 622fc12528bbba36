extension Diagram.Edge {
  /// What is written at the line: the relationships of both ends, the first one's first.
  var label: String {
    switch kind {
    case .inheritance: "is extended by"
    case .relationship: [from.relationship, to.relationship].compactMap { $0 }.joined(separator: " / ")
    }
  }
}

extension String {
  /// The text on one line, every run of white space as one space.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
