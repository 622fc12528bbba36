/// A JSON value, for app code that works with JSON: transforms and hooks.
///
/// Numbers keep their original text, objects the order of their keys.
public indirect enum JSONValue: Sendable, Hashable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A number, in its original spelling.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object. If a key occurs twice, the last one counts.
  case object([Member])

  /// One key of an object with its value.
  public struct Member: Sendable, Hashable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSONValue

    /// Creates a member.
    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue {
  /// An integer.
  public init(_ value: Int) { self = .number(String(value)) }

  /// A number; null if it is infinite or NaN, which JSON does not have.
  public init(_ value: Double) {
    guard value.isFinite else {
      self = .null
      return
    }
    let text = value.description
    self = .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// The value under a key of an object; `nil` if the key is absent or the value is not an object. Setting `nil` removes
  /// the key; setting a value does nothing if this is not an object.
  public subscript(key: String) -> JSONValue? {
    get {
      guard case .object(let members) = self else { return nil }
      return members.last { $0.key == key }?.value
    }
    set {
      guard case .object(var members) = self else { return }
      let position = members.firstIndex { $0.key == key }
      members.removeAll { $0.key == key }
      if let newValue { members.insert(Member(key, newValue), at: position ?? members.count) }
      self = .object(members)
    }
  }

  /// The text of a string; `nil` for anything else.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The value of a number that is an integer, including `3.0`, and fits in an `Int`; `nil` for anything else. It is exact.
  public var int: Int? {
    guard case .number(var text) = self else { return nil }
    guard case .value(let value) = text.withUTF8({ NumberText.integer($0) }) else { return nil }
    return Int(exactly: value)
  }

  /// The value of a number; `nil` for anything else.
  public var double: Double? {
    guard case .number(let text) = self else { return nil }
    return Double(text)
  }

  /// The value of `true` or `false`; `nil` for anything else.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// A number.
  public init(integerLiteral value: Int) { self.init(value) }

  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object with its keys in the order of the literal.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  /// Null.
  public init(nilLiteral: ()) { self = .null }
}
