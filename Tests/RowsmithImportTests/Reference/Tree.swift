/// A JSON value that forgets nothing: the order of keys, keys that occur twice, the text of numbers.
indirect enum Tree: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([Tree])
  case object([Member])

  struct Member: Hashable, Sendable {
    var key: String
    var value: Tree
  }

  /// An object from literals.
  static func record(_ members: KeyValuePairs<String, Tree>) -> Tree {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  var isObject: Bool { if case .object = self { true } else { false } }

  var isScalar: Bool {
    switch self {
    case .bool, .number, .string: true
    case .null, .array, .object: false
    }
  }

  /// How an error message names the kind.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension Tree: CustomStringConvertible {
  /// The value as JSON text without white space.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text): Tree.quoted(text)
    case .array(let items): "[" + items.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Tree.quoted($0.key) + ":" + $0.value.description }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case let scalar where scalar.value < 0x20:
        out += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}

extension Tree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(String(value)) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(nilLiteral: ()) { self = .null }
  init(arrayLiteral elements: Tree...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, Tree)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}
