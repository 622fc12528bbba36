/// Writes a value as JSON whose keys are sorted: byte by byte what `JSONEncoder` writes with `.sortedKeys`.
///
/// Opening a store compares the schema with that of the database, which in this form is a comparison of texts.
/// Foundation's encoder took more than half of the time that opening took.
final class SortedJSONEncoder: Encoder {
  /// A value that is being written.
  final class Node {
    /// The members of an object; the items of an array have no keys.
    var members: [(key: String, node: Node)] = []
    /// The text of anything else; nil for an object or an array.
    var text: String?
    var isArray = false
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private let node: Node

  init(_ node: Node) { self.node = node }

  /// The JSON of a value.
  ///
  /// - Throws: what the value throws.
  static func text(of value: some Encodable) throws -> String {
    let node = Node()
    try value.encode(to: SortedJSONEncoder(node))
    var text = ""
    node.write(to: &text)
    return text
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(SortedJSONObject<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.isArray = true
    return SortedJSONArray(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SortedJSONValue(node: node) }
}

extension SortedJSONEncoder.Node {
  /// Adds a member or an item.
  func add(_ key: String = "") -> SortedJSONEncoder.Node {
    let node = SortedJSONEncoder.Node()
    members.append((key, node))
    return node
  }

  func set(_ value: some Encodable) throws { try value.encode(to: SortedJSONEncoder(self)) }

  func set(_ value: Double) {
    let digits = value.description
    text = digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  func set(_ value: String) {
    var quoted = ""
    SortedJSONEncoder.Node.quote(value, to: &quoted)
    text = quoted
  }

  func write(to output: inout String) {
    if let text {
      output += text
    } else if isArray {
      output += "["
      for (index, member) in members.enumerated() {
        if index > 0 { output += "," }
        member.node.write(to: &output)
      }
      output += "]"
    } else {
      output += "{"
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { output += "," }
        SortedJSONEncoder.Node.quote(member.key, to: &output)
        output += ":"
        member.node.write(to: &output)
      }
      output += "}"
    }
  }

  private static func quote(_ text: String, to output: inout String) {
    output += "\""
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x2F && $0 != 0x5C }) {
      output += text
    } else {
      for scalar in text.unicodeScalars { quote(scalar, to: &output) }
    }
    output += "\""
  }

  private static func quote(_ scalar: Unicode.Scalar, to output: inout String) {
    switch scalar {
    case "\"": output += "\\\""
    case "\\": output += "\\\\"
    case "/": output += "\\/"
    case "\u{8}": output += "\\b"
    case "\u{9}": output += "\\t"
    case "\u{A}": output += "\\n"
    case "\u{C}": output += "\\f"
    case "\u{D}": output += "\\r"
    case "\u{0}"..<"\u{20}":
      let digits = String(scalar.value, radix: 16)
      output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: output.unicodeScalars.append(scalar)
    }
  }
}
