/// A value of a YAML document, with its place.
package struct YAMLNode: Sendable {
  /// The content of the value.
  package var content: Content
  /// Its place. A value that an alias refers to has the place of the anchor.
  package var range: SourceRange
  /// The number of nodes in it, including itself; an alias counts each time it is used.
  var size = 1

  /// The three kinds of YAML values.
  package enum Content: Sendable {
    /// A text, number, truth value or null.
    case scalar(YAMLScalar)
    /// A list.
    case sequence([YAMLNode])
    /// Keys with their values, in the order of the document, without duplicates.
    case mapping([YAMLEntry])
  }
}

/// A key of a mapping with its value.
package struct YAMLEntry: Sendable {
  /// The text of the key.
  package var key: Located<String>
  /// Whether JSON would write the key, as a value, without quotes: it is a whole number, `true` or `false`.
  var isBareKey = false
  /// The value.
  package var value: YAMLNode
}

extension YAMLNode {
  /// The scalar, if the node is one.
  package var scalar: YAMLScalar? { if case .scalar(let scalar) = content { scalar } else { nil } }

  /// The entries, if the node is a mapping.
  package var entries: [YAMLEntry]? { if case .mapping(let entries) = content { entries } else { nil } }

  /// The items, if the node is a list.
  package var items: [YAMLNode]? { if case .sequence(let items) = content { items } else { nil } }

  /// Whether a value is missing.
  var isAbsent: Bool { scalar?.isAbsent ?? false }

  /// What was found, for a sentence that ends in "found …".
  var kindDescription: String {
    switch content {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar(let scalar): scalar.kindDescription
    }
  }
}
