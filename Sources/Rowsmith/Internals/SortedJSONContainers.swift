/// The members of an object in ``SortedJSONEncoder``.
struct SortedJSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let values: SortedJSONValues
  let object: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { values.set(add(key), bare: "null") }
  func encode(_ value: Bool, forKey key: Key) { values.set(add(key), bare: value ? "true" : "false") }
  func encode(_ value: String, forKey key: Key) { values.set(add(key), text: value) }
  func encode(_ value: Double, forKey key: Key) { values.set(add(key), number: value) }
  func encode(_ value: Int, forKey key: Key) { values.set(add(key), bare: String(value)) }
  func encode(_ value: Int64, forKey key: Key) { values.set(add(key), bare: String(value)) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try values.set(add(key), value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(SortedJSONObject<Nested>(values: values, object: add(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    SortedJSONEncoder(values: values, value: values.add(to: object, "super"))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    SortedJSONEncoder(values: values, value: add(key))
  }

  private func add(_ key: Key) -> Int { values.add(to: object, key.stringValue) }
}

/// The items of an array in ``SortedJSONEncoder``.
struct SortedJSONArray: UnkeyedEncodingContainer {
  let values: SortedJSONValues
  let array: Int
  var codingPath: [any CodingKey] { [] }
  var count: Int { values.count(of: array) }

  func encodeNil() { values.set(add(), bare: "null") }
  func encode(_ value: Bool) { values.set(add(), bare: value ? "true" : "false") }
  func encode(_ value: String) { values.set(add(), text: value) }
  func encode(_ value: Double) { values.set(add(), number: value) }
  func encode(_ value: Int) { values.set(add(), bare: String(value)) }
  func encode<T: Encodable>(_ value: T) throws { try values.set(add(), value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(SortedJSONObject<Nested>(values: values, object: add()))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { SortedJSONEncoder(values: values, value: add()) }

  private func add() -> Int { values.add(to: array) }
}

/// A single value in ``SortedJSONEncoder``. Values without their own method encode themselves.
struct SortedJSONValue: SingleValueEncodingContainer {
  let values: SortedJSONValues
  let value: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { values.set(value, bare: "null") }
  func encode(_ bool: Bool) { values.set(value, bare: bool ? "true" : "false") }
  func encode(_ text: String) { values.set(value, text: text) }
  func encode(_ number: Double) { values.set(value, number: number) }
  func encode(_ number: Float) { values.set(value, number: Double(number)) }
  func encode(_ number: Int) { values.set(value, bare: String(number)) }
  func encode(_ number: Int8) { values.set(value, bare: String(number)) }
  func encode(_ number: Int16) { values.set(value, bare: String(number)) }
  func encode(_ number: Int32) { values.set(value, bare: String(number)) }
  func encode(_ number: Int64) { values.set(value, bare: String(number)) }
  func encode(_ number: UInt) { values.set(value, bare: String(number)) }
  func encode(_ number: UInt8) { values.set(value, bare: String(number)) }
  func encode(_ number: UInt16) { values.set(value, bare: String(number)) }
  func encode(_ number: UInt32) { values.set(value, bare: String(number)) }
  func encode(_ number: UInt64) { values.set(value, bare: String(number)) }
  func encode<T: Encodable>(_ encodable: T) throws { try values.set(value, encodable) }
}
