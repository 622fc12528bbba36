/// The members of an object that ``SortedJSONEncoder`` writes.
struct SortedJSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: SortedJSONEncoder.Node
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { node.add(key.stringValue).text = "null" }
  func encode(_ value: Bool, forKey key: Key) { node.add(key.stringValue).text = value ? "true" : "false" }
  func encode(_ value: String, forKey key: Key) { node.add(key.stringValue).set(value) }
  func encode(_ value: Double, forKey key: Key) { node.add(key.stringValue).set(value) }
  func encode(_ value: Int, forKey key: Key) { node.add(key.stringValue).text = String(value) }
  func encode(_ value: Int64, forKey key: Key) { node.add(key.stringValue).text = String(value) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try node.add(key.stringValue).set(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(SortedJSONObject<Nested>(node: node.add(key.stringValue)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    superEncoder(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { SortedJSONEncoder(node.add("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { SortedJSONEncoder(node.add(key.stringValue)) }
}

/// The items of an array that ``SortedJSONEncoder`` writes.
struct SortedJSONArray: UnkeyedEncodingContainer {
  let node: SortedJSONEncoder.Node
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.members.count }

  func encodeNil() { node.add().text = "null" }
  func encode(_ value: Bool) { node.add().text = value ? "true" : "false" }
  func encode(_ value: String) { node.add().set(value) }
  func encode(_ value: Double) { node.add().set(value) }
  func encode(_ value: Int) { node.add().text = String(value) }
  func encode<T: Encodable>(_ value: T) throws { try node.add().set(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(SortedJSONObject<Nested>(node: node.add()))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { SortedJSONEncoder(node.add()) }
}

/// The one value that ``SortedJSONEncoder`` writes. What has no text of its own writes itself as one that has.
struct SortedJSONValue: SingleValueEncodingContainer {
  let node: SortedJSONEncoder.Node
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { node.text = "null" }
  func encode(_ value: Bool) { node.text = value ? "true" : "false" }
  func encode(_ value: String) { node.set(value) }
  func encode(_ value: Double) { node.set(value) }
  func encode(_ value: Float) { node.set(Double(value)) }
  func encode(_ value: Int) { node.text = String(value) }
  func encode(_ value: Int8) { node.text = String(value) }
  func encode(_ value: Int16) { node.text = String(value) }
  func encode(_ value: Int32) { node.text = String(value) }
  func encode(_ value: Int64) { node.text = String(value) }
  func encode(_ value: UInt) { node.text = String(value) }
  func encode(_ value: UInt8) { node.text = String(value) }
  func encode(_ value: UInt16) { node.text = String(value) }
  func encode(_ value: UInt32) { node.text = String(value) }
  func encode(_ value: UInt64) { node.text = String(value) }
  func encode<T: Encodable>(_ value: T) throws { try node.set(value) }
}
