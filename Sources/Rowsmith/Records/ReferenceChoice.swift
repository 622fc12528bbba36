import RowsmithSchema

/// A link to one record of one of several entities: an enumeration with a case for each, which holds its ``Reference``.
/// Generated code conforms to this protocol.
///
/// It has one column for each entity, of which at most one holds a key.
public protocol ReferenceChoice: Sendable, Hashable {
  /// The target: an enumeration of the records.
  associatedtype Target: Sendable, Hashable

  /// The types of the records, in the order of the columns.
  static var targets: [any Record.Type] { get }

  /// Reads the link to a record of the type at an index of ``targets``, whose key is in the column at `index`; `nil` if there
  /// is no type at that index.
  init?(target: Int, row: Row, at index: Int) throws(RowDecodingError)

  /// The index of the target's type, and the key.
  var link: (target: Int, key: any RecordKey) { get }

  /// Wraps a record as a target of the link; `nil` if its type is none of ``targets``.
  static func target(_ record: any Record) -> Target?
}

extension ReferenceChoice {
  /// The values of its columns.
  var storedValues: [StoredValue] {
    let (target, key) = link
    return Self.targets.indices.map { $0 == target ? key.storedValues.first ?? .null : .null }
  }
}

extension Row {
  /// The required link to a record of one of several entities, whose columns start at the index.
  public func choice<Choice: ReferenceChoice>(at index: Int) throws(RowDecodingError) -> Choice {
    if let choice: Choice = try optionalChoice(at: index) { return choice }
    throw mismatch("a key in this column or one of the next \(Choice.targets.count - 1)", at: index)
  }

  /// The link to a record of one of several entities, whose columns start at the index; `nil` if all are NULL.
  public func optionalChoice<Choice: ReferenceChoice>(at index: Int) throws(RowDecodingError) -> Choice? {
    for target in Choice.targets.indices where try !isNull(at: index + target) {
      return try Choice(target: target, row: self, at: index + target)
    }
    return nil
  }
}

extension RowEncoder {
  /// Encodes a link to a record of one of several entities; `nil` as NULL in each of its columns.
  public mutating func encode<Choice: ReferenceChoice>(_ choice: Choice?) {
    for value in choice?.storedValues ?? Array(repeating: .null, count: Choice.targets.count) {
      append(value)
    }
  }
}
