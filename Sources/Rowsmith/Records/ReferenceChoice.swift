import RowsmithSchema

/// A link to one record of one of several entities: an enumeration with a case for each, which holds its ``Reference``.
/// Generated code conforms to this protocol.
///
/// It has a column for each of the entities, of which one at most holds a key.
public protocol ReferenceChoice: Sendable, Hashable {
  /// What it leads to: an enumeration of the records.
  associatedtype Target: Sendable, Hashable

  /// The types of the records, in the order of the columns.
  static var targets: [any Record.Type] { get }

  /// Reads the link to a record of the type at that index of ``targets``, whose key is in that column; nil where there is
  /// no such type.
  init?(target: Int, row: Row, at index: Int) throws(RowDecodingError)

  /// The index of the type, and the key.
  var link: (target: Int, key: any RecordKey) { get }

  /// The record as what the link leads to; nil where it is of no type of ``targets``.
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
  /// The link to a record of one of several entities that must be there, whose columns begin at the index.
  public func choice<Choice: ReferenceChoice>(at index: Int) throws(RowDecodingError) -> Choice {
    if let choice: Choice = try optionalChoice(at: index) { return choice }
    throw mismatch("a key in this column or one of the next \(Choice.targets.count - 1)", at: index)
  }

  /// The link to a record of one of several entities, whose columns begin at the index; nil where all are NULL.
  public func optionalChoice<Choice: ReferenceChoice>(at index: Int) throws(RowDecodingError) -> Choice? {
    for target in Choice.targets.indices where try !isNull(at: index + target) {
      return try Choice(target: target, row: self, at: index + target)
    }
    return nil
  }
}

extension RowEncoder {
  /// Adds a link to a record of one of several entities; nil is NULL in each of its columns.
  public mutating func encode<Choice: ReferenceChoice>(_ choice: Choice?) {
    for value in choice?.storedValues ?? Array(repeating: .null, count: Choice.targets.count) {
      append(value)
    }
  }
}
