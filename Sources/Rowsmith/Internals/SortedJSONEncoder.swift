/// Writes a value as JSON whose keys are sorted: byte by byte what `JSONEncoder` writes with `.sortedKeys`.
///
/// Opening a store compares the schema with that of the database, which in this form is a comparison of texts.
/// Foundation's encoder took more than half of the time that opening took.
struct SortedJSONEncoder: Encoder {
  /// What all encoders of one text write into.
  let values: SortedJSONValues
  /// The value that this one writes.
  let value: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The JSON of a value.
  ///
  /// - Throws: what the value throws.
  static func text(of value: some Encodable) throws -> String {
    let values = SortedJSONValues()
    try value.encode(to: SortedJSONEncoder(values: values, value: values.add(to: nil)))
    return values.text()
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(SortedJSONObject<Key>(values: values, object: value))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    values.makeArray(value)
    return SortedJSONArray(values: values, array: value)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SortedJSONValue(values: values, value: value)
  }
}
