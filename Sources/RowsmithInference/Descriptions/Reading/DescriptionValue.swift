/// A value of a description, from JSON or YAML.
indirect enum DescriptionValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// A number, as written.
  case number(String)
  case text(String)
  case list([DescriptionValue])
  case object(DescriptionObject)

  var object: DescriptionObject? { if case .object(let object) = self { object } else { nil } }
  var list: [DescriptionValue]? { if case .list(let items) = self { items } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  /// A text, number or truth value as text: YAML allows `version: 3.0` without quotes.
  var scalarText: String? {
    switch self {
    case .text(let text), .number(let text): text
    case .bool(let bool): bool ? "true" : "false"
    case .null, .list, .object: nil
    }
  }

  /// The value of a key of an object.
  subscript(key: String) -> DescriptionValue? { object?[key] }
}

/// Keys with their values, in the order of the document.
struct DescriptionObject: Sendable, Equatable {
  private(set) var keys: [String] = []
  private(set) var values: [DescriptionValue] = []
  private var places: [String: Int] = [:]

  var isEmpty: Bool { keys.isEmpty }

  /// The keys with their values.
  var entries: Zip2Sequence<[String], [DescriptionValue]> { zip(keys, values) }

  subscript(key: String) -> DescriptionValue? { places[key].map { values[$0] } }

  /// Adds a key. If the key is already there, the later value wins, as in most JSON parsers.
  mutating func append(_ key: String, _ value: DescriptionValue) {
    if let place = places[key] {
      values[place] = value
      return
    }
    places[key] = keys.count
    keys.append(key)
    values.append(value)
  }
}
