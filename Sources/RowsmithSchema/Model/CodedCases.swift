// The stored form of a schema contains the names of these cases: never change a name.

extension DateFormat: Codable {
  /// Writes the name of the case, and its value if it has one.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .iso8601: encoder.encode(case: "iso8601")
    case .iso8601Basic: encoder.encode(case: "iso8601Basic")
    case .epochSeconds: encoder.encode(case: "epochSeconds")
    case .epochMilliseconds: encoder.encode(case: "epochMilliseconds")
    case .rfc1123: encoder.encode(case: "rfc1123")
    case .pattern(let value): try encoder.encode(case: "pattern", value)
    }
  }

  /// Reads what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` if there is no such case.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "iso8601": self = .iso8601
    case "iso8601Basic": self = .iso8601Basic
    case "epochSeconds": self = .epochSeconds
    case "epochMilliseconds": self = .epochMilliseconds
    case "rfc1123": self = .rfc1123
    case "pattern": self = .pattern(try coded.value())
    default: throw coded.unknown
    }
  }
}

extension Schema.ImportPath: Codable {
  /// Writes the name of the case, and its value if it has one.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .mapKey: encoder.encode(case: "mapKey")
    case .index: encoder.encode(case: "index")
    case .value: encoder.encode(case: "value")
    case .rest: encoder.encode(case: "rest")
    case .record: encoder.encode(case: "record")
    case .keys(let value): try encoder.encode(case: "keys", value)
    }
  }

  /// Reads what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` if there is no such case.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "mapKey": self = .mapKey
    case "index": self = .index
    case "value": self = .value
    case "rest": self = .rest
    case "record": self = .record
    case "keys": self = .keys(try coded.value())
    default: throw coded.unknown
    }
  }
}

extension Schema.AttributeType: Codable {
  /// Writes the name of the case, and its value if it has one.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .scalar(let value): try encoder.encode(case: "scalar", value)
    case .array(let value): try encoder.encode(case: "array", value)
    }
  }

  /// Reads what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` if there is no such case.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "scalar": self = .scalar(try coded.value())
    case "array": self = .array(try coded.value())
    default: throw coded.unknown
    }
  }
}

extension Schema.ScalarType: Codable {
  /// Writes the name of the case, and its value if it has one.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .int: encoder.encode(case: "int")
    case .double: encoder.encode(case: "double")
    case .decimal: encoder.encode(case: "decimal")
    case .bool: encoder.encode(case: "bool")
    case .string: encoder.encode(case: "string")
    case .date: encoder.encode(case: "date")
    case .uuid: encoder.encode(case: "uuid")
    case .url: encoder.encode(case: "url")
    case .data: encoder.encode(case: "data")
    case .json: encoder.encode(case: "json")
    case .enumeration(let value): try encoder.encode(case: "enumeration", value)
    case .value(let value): try encoder.encode(case: "value", value)
    }
  }

  /// Reads what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` if there is no such case.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "int": self = .int
    case "double": self = .double
    case "decimal": self = .decimal
    case "bool": self = .bool
    case "string": self = .string
    case "date": self = .date
    case "uuid": self = .uuid
    case "url": self = .url
    case "data": self = .data
    case "json": self = .json
    case "enumeration": self = .enumeration(try coded.value())
    case "value": self = .value(try coded.value())
    default: throw coded.unknown
    }
  }
}

extension StoredValue: Codable {
  /// Writes the name of the case, and its value if it has one.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null: encoder.encode(case: "null")
    case .integer(let value): try encoder.encode(case: "integer", value)
    case .real(let value): try encoder.encode(case: "real", value)
    case .text(let value): try encoder.encode(case: "text", value)
    case .blob(let value): try encoder.encode(case: "blob", value)
    }
  }

  /// Reads what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` if there is no such case.
  public init(from decoder: any Decoder) throws {
    let coded = try CodedCase(from: decoder)
    switch coded.name {
    case "null": self = .null
    case "integer": self = .integer(try coded.value())
    case "real": self = .real(try coded.value())
    case "text": self = .text(try coded.value())
    case "blob": self = .blob(try coded.value())
    default: throw coded.unknown
    }
  }
}
