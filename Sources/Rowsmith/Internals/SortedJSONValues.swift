/// The values that a ``SortedJSONEncoder`` has written, shared by its containers.
final class SortedJSONValues {
  private var tree = SortedJSONTree()

  /// Adds a member or item, initially an empty object.
  ///
  /// - Parameters:
  ///   - parent: the object or array; `nil` for the root.
  ///   - key: empty in an array.
  func add(to parent: Int?, _ key: String = "") -> Int { tree.add(to: parent, key) }

  func count(of parent: Int) -> Int { tree.count(of: parent) }

  func makeArray(_ value: Int) { tree.makeArray(value) }

  /// Makes a value `null`, a boolean or a number.
  func set(_ value: Int, bare text: String) { tree.set(value, bare: text) }

  func set(_ value: Int, text: String) { tree.set(value, text: text) }

  func set(_ value: Int, number: Double) {
    let digits = number.description
    tree.set(value, bare: digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
  }

  func set(_ value: Int, _ encodable: some Encodable) throws {
    try encodable.encode(to: SortedJSONEncoder(values: self, value: value))
  }

  /// The text of the root.
  func text() -> String { tree.text() }
}
