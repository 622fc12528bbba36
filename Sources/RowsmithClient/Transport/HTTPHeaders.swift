/// Headers in order. Names are case-insensitive (RFC 9110, section 5.1).
public struct HTTPHeaders: Sendable, Hashable {
  /// The header fields, in message order.
  public private(set) var fields: [Field] = []

  /// One header field.
  public struct Field: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value, without surrounding white space.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates headers from pairs of name and value.
  public init(_ pairs: [(String, String)] = []) { fields = pairs.map { Field(name: $0.0, value: $0.1) } }

  /// The value of a header; several fields with the name are joined by commas. Setting it leaves one field; `nil` removes the
  /// header.
  public subscript(name: String) -> String? {
    get {
      let values = values(of: name)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      let index = fields.firstIndex { HTTPHeaders.isSame($0.name, name) }
      fields.removeAll { HTTPHeaders.isSame($0.name, name) }
      guard let newValue else { return }
      fields.insert(Field(name: name, value: newValue), at: min(index ?? fields.count, fields.count))
    }
  }

  /// The values of all fields with a name.
  public func values(of name: String) -> [String] {
    fields.filter { HTTPHeaders.isSame($0.name, name) }.map(\.value)
  }

  /// Appends a field.
  public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

  /// Takes the fields of other headers in place of those with the same names. Several with one name become one, which means the
  /// same (RFC 9110, section 5.3).
  package mutating func replace(with other: HTTPHeaders) {
    for field in other.fields {
      let separator = HTTPHeaders.isSame(field.name, "Cookie") ? "; " : ", "
      self[field.name] = other.values(of: field.name).joined(separator: separator)
    }
  }

  /// Replaces the value of the last field, for a value continued on the next line.
  package mutating func replaceLast(with value: String) {
    guard let last = fields.indices.last else { return }
    fields[last].value = value
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    one.utf8.count == other.utf8.count
      && one.utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Creates headers from pairs of name and value, in order.
  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names only: values may be secrets.
  public var description: String { fields.map(\.name).joined(separator: ", ") }

  /// The names only: values may be secrets.
  public var debugDescription: String { description }

  /// The names only: values may be secrets.
  public var customMirror: Mirror { Mirror(self, children: ["names": fields.map(\.name)]) }
}
