/// A value of a YAML document, with its place.
struct YAMLNode: Sendable {
  /// What the value is.
  var content: Content
  /// Where it stands. A value reached through an alias stands where its anchor is.
  var range: SourceRange
  /// The number of nodes in it, itself included, with every alias counted as often as it is used.
  var size = 1

  /// The three kinds of YAML values.
  enum Content: Sendable {
    /// A text, number, truth value or null.
    case scalar(YAMLScalar)
    /// A list.
    case sequence([YAMLNode])
    /// Keys with their values, in the order of the document; no key is there twice.
    case mapping([YAMLEntry])
  }
}

/// A key of a mapping with its value.
struct YAMLEntry: Sendable {
  /// The text of the key.
  var key: Located<String>
  /// The value.
  var value: YAMLNode
}

extension YAMLNode {
  /// The scalar, if the node is one.
  var scalar: YAMLScalar? { if case .scalar(let scalar) = content { scalar } else { nil } }

  /// The entries, if the node is a mapping.
  var entries: [YAMLEntry]? { if case .mapping(let entries) = content { entries } else { nil } }

  /// The items, if the node is a list.
  var items: [YAMLNode]? { if case .sequence(let items) = content { items } else { nil } }

  /// Whether nothing was written where a value is expected.
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
