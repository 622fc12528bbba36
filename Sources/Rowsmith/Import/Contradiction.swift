/// A value in the JSON that the model does not allow, but a wider model would.
package struct Contradiction: Sendable, Hashable {
  /// What was found.
  package enum Found: String, Sendable, Hashable {
    /// No such key.
    case nothing
    case null
    case number
    case text
    /// `[]` in place of an object, as some servers write one without members.
    case emptyArray
    /// `true`, `false`, an object or an array.
    case other
  }

  package var found: Found
  /// The start of the value.
  package var excerpt: String
  /// Whether the value is an item of a list and contradicts the item type.
  package var isItem = false
  /// The member of a value type that the value contradicts, if the value type is in a list; otherwise the error names the
  /// member.
  package var part: Part?

  /// A member of a type under `values`.
  package struct Part: Sendable, Hashable {
    package var type: String
    package var member: String
  }

  init(_ found: Found, excerpt: String? = nil, isItem: Bool = false) {
    self.found = found
    self.excerpt = excerpt ?? found.rawValue
    self.isItem = isItem
  }

  /// - Parameter start: the first byte of the value.
  init(valueAt start: UnsafePointer<UInt8>, excerpt: String, isItem: Bool) {
    switch start.pointee {
    case UInt8(ascii: "n"): found = .null
    case UInt8(ascii: "\""): found = .text
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): found = .number
    default: found = .other
    }
    self.excerpt = excerpt
    self.isItem = isItem
  }
}

/// Thrown for keys that the model does not mention, if the caller wants to add them to the model. Nothing was written.
package struct NewKeys: Error {
  /// A key in records of an entity.
  package struct Key: Sendable, Hashable {
    package var entity: String
    /// The keys that lead to it from the record, ending with itself.
    package var keys: [String]
    /// The path of its first occurrence, as messages write it.
    package var path: String
  }

  package var keys: [Key]
}

/// Thrown for values that contradict the model, found while bad records were left out. Nothing was written.
package struct Contradictions: Error {
  package var errors: [ImportError]
}
