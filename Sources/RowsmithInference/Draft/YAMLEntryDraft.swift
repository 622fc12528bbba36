/// A key of a YAML map to write, with its value and its comments.
package struct YAMLEntryDraft: Sendable, Equatable {
  package var key: String
  /// Whether the key is a number or a truth value, written verbatim.
  package var isBareKey = false
  package var value: YAMLDraft
  /// The lines above, without `#`.
  package var comments: [String] = []
  /// The comment at the end of the line, without `#`.
  package var comment: String?

  package init(_ key: String, _ value: YAMLDraft, comment: String? = nil) {
    self.key = key
    self.value = value
    self.comment = comment
  }
}

/// A YAML value to write.
package indirect enum YAMLDraft: Sendable, Equatable {
  /// A text, quoted if YAML would read it as something else.
  case text(String)
  /// A number, `true`, `false`, `null` or a type such as `[Int]`, written verbatim.
  case plain(String)
  /// A list on one line: `[a, b]`.
  case list([YAMLDraft])
  /// A map, on one line if it fits: `{ type: Int, default: 0 }`.
  case inline([YAMLEntryDraft])
  /// A map with one key a line.
  case block([YAMLEntryDraft])
  /// A list with one item a line, after a dash.
  case items([YAMLDraft])
}
