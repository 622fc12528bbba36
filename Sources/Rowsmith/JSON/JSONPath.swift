import RowsmithSchema

/// A location in a JSON document, as messages write it: `$[12].comments[3].created_at`.
package struct JSONPath: CustomStringConvertible {
  /// The path without its last step, if that is an index.
  private var text = "$"
  /// The last step, if that is an index. It becomes text when it is needed: all items of an array have one, few are told of.
  private var index: Int?

  package var description: String { index.map { "\(text)[\($0)]" } ?? text }

  /// The whole document.
  package init() {}

  /// Appends a key. A key that is not a plain name is quoted: `$["a b"]`.
  package mutating func append(key: String) {
    text = description
    index = nil
    if Int(key) != nil {
      text += "[\(key)]"
    } else if !key.isEmpty, key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }) {
      text += ".\(key)"
    } else {
      text += "[\(JSONString.quoted(key))]"
    }
  }

  /// Appends an array index.
  package mutating func append(index: Int) {
    text = description
    self.index = index
  }

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
