extension Schema {
  /// A place in a JSON object from which a value is read.
  public enum ImportPath: Sendable, Hashable {
    /// The value under these keys; a component that is a whole number is also an index into an array.
    case keys([String])
    /// The key under which a keyed map holds this object, written `$key`.
    case mapKey
    /// The position of this object in its array, from 0, written `$index`.
    case index
    /// The item itself, if the items of a list or map are scalars, written `$value`.
    case value
    /// The members of the object that the model does not name, written `$rest`.
    case rest
    /// The whole object, written `$record`.
    case record

    /// The path of a single key.
    public static func key(_ name: String) -> ImportPath { .keys([name]) }
  }
}

extension Schema.ImportPath: CustomStringConvertible {
  /// The path as a model writes it: `image.url`, a dot inside a key as `\.`.
  public var description: String {
    switch self {
    case .keys(let keys):
      keys.map { $0.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.") }
        .joined(separator: ".")
    case .mapKey: "$key"
    case .index: "$index"
    case .value: "$value"
    case .rest: "$rest"
    case .record: "$record"
    }
  }
}
