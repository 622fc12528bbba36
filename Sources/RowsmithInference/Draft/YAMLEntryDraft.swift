/// A key of a YAML map that is to be written, with its value and its comments.
package struct YAMLEntryDraft: Sendable, Equatable {
  package var key: String
  package var value: YAMLDraft
  /// Lines above, without `#`.
  package var comments: [String] = []
  /// Behind the line, without `#`.
  package var comment: String?

  package init(_ key: String, _ value: YAMLDraft, comment: String? = nil) {
    self.key = key
    self.value = value
    self.comment = comment
  }
}

/// A YAML value that is to be written.
package indirect enum YAMLDraft: Sendable, Equatable {
  /// A text, quoted where YAML would read it as something else.
  case text(String)
  /// A number, `true`, `false`, `null` or a type such as `[Int]`: written as it stands.
  case plain(String)
  /// On one line: `[a, b]`.
  case list([YAMLDraft])
  /// On one line where it fits: `{ type: Int, default: 0 }`.
  case inline([YAMLEntryDraft])
  /// One key a line.
  case block([YAMLEntryDraft])
  /// One item a line, behind a dash.
  case items([YAMLDraft])
}
