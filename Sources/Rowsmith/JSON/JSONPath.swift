import RowsmithSchema

/// A location in a JSON document, as messages write it: `$[12].comments[3].created_at`.
package struct JSONPath: CustomStringConvertible {
  package private(set) var description = "$"

  /// The whole document.
  package init() {}

  /// Appends a key. A key that is not a plain name is quoted: `$["a b"]`.
  package mutating func append(key: String) {
    if Int(key) != nil {
      description += "[\(key)]"
    } else if !key.isEmpty, key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }) {
      description += ".\(key)"
    } else {
      description += "[\(JSONString.quoted(key))]"
    }
  }

  /// Appends an array index.
  package mutating func append(index: Int) { description += "[\(index)]" }

  package func appending(key: String) -> JSONPath {
    var path = self
    path.append(key: key)
    return path
  }

  package func appending(index: Int) -> JSONPath {
    var path = self
    path.append(index: index)
    return path
  }
}
