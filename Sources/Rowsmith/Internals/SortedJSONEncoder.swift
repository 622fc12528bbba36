/// Writes a value as JSON with sorted keys: the same bytes as `JSONEncoder` with `.sortedKeys`.
///
/// Opening a store compares the schema with the database's, in this form as text. With Foundation's encoder, that took more
/// than half of the time to open a store.
struct SortedJSONEncoder: Encoder {
  /// The storage that all encoders of one text share.
  let values: SortedJSONValues
  /// The index of the value that this encoder writes.
  let value: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The JSON of a value.
  ///
  /// - Throws: what the value throws while encoding.
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
