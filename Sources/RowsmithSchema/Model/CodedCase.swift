// Enumerations with associated values are encoded as the compiler would derive it: `{"int":{}}`, `{"pattern":{"_0":"yyyy"}}`.
// Derived code has a key type for every case, and the first use of each searches all types of a program: 29 of 84 such
// searches in a first import with the command line. This code needs one type.

/// The name of a case, or of its associated value.
struct CaseKey: CodingKey {
  static let value = CaseKey("_0")

  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Encoder {
  func encode(case name: String) {
    var container = container(keyedBy: CaseKey.self)
    _ = container.nestedContainer(keyedBy: CaseKey.self, forKey: CaseKey(name))
  }

  func encode(case name: String, _ value: some Encodable) throws {
    var container = container(keyedBy: CaseKey.self)
    var members = container.nestedContainer(keyedBy: CaseKey.self, forKey: CaseKey(name))
    try members.encode(value, forKey: .value)
  }
}

/// A case during decoding.
struct CodedCase {
  let name: String
  private let members: KeyedDecodingContainer<CaseKey>

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CaseKey.self)
    guard container.allKeys.count == 1, let key = container.allKeys.first else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "expected the name of one case, found \(container.allKeys.count)"))
    }
    name = key.stringValue
    members = try container.nestedContainer(keyedBy: CaseKey.self, forKey: key)
  }

  func value<Value: Decodable>() throws -> Value { try members.decode(Value.self, forKey: .value) }

  /// The error if the enumeration has no such case.
  var unknown: DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: members.codingPath, debugDescription: "there is no case '\(name)'"))
  }
}
