import RowsmithSchema

/// The value that is a whole item of a list or map (`$value` in the model).
///
/// An import turns such an item into a record without any other values. So a record is written as a bare value if the rest of
/// it is what an import of the item sets anyway, or if the value is part of its key: an object would have no key.
final class BareValue {
  let node: ExportNode
  private let attribute: AttributeMapping
  private let isKey: Bool
  /// What an import puts into columns that the JSON says nothing about; NULL for the others.
  private let fallbacks: [Int: StoredValue]
  /// Whether the value has been left out of a record.
  private var isLeftOut = false
  /// Whether a record that has more was written as the value alone.
  private var isAllButMore = false

  init(_ attribute: AttributeMapping, node: ExportNode, of entity: EntityMapping) {
    self.node = node
    self.attribute = attribute
    isKey = entity.table.keySlots.contains(attribute.slot)
    let defaults = entity.attributes.compactMap { attribute in
      attribute.schema.defaultValue.map { (attribute.slot, $0) }
    }
    fallbacks = Dictionary(defaults) { first, _ in first }
  }

  /// Whether a row is written as the bare value.
  func isWritten(of row: Row, in shape: ExportShape) throws -> Bool {
    if try !shape.members.contains(where: { try $0.node.says(row, beside: fallbacks) }) { return true }
    if try row.isNull(at: attribute.slot) { return false }
    if isKey { isAllButMore = true } else { isLeftOut = true }
    return isKey
  }

  /// Records that a row is written as an object in a place that is not an item.
  func leaveOut(of row: Row) throws {
    if try !isLeftOut && !row.isNull(at: attribute.slot) { isLeftOut = true }
  }

  /// What the JSON does not say. Complete when all rows are written.
  var notes: [String] {
    let name = attribute.qualifiedName
    var notes: [String] = []
    if isLeftOut {
      notes.append(
        "\(name) is left out if it is not the whole item: in an object it has no key (`$value`)")
    }
    if isAllButMore {
      notes.append(
        "\(name), part of the key, is all that is written for its records, as it has no key in an object (`$value`): "
          + "their other values are left out")
    }
    return notes
  }
}

extension ExportNode {
  /// Whether it holds something that an import does not set anyway.
  ///
  /// - Parameter fallbacks: what an import puts into columns that the JSON says nothing about; NULL into the others.
  func says(_ row: Row, beside fallbacks: [Int: StoredValue] = [:]) throws -> Bool {
    func say(_ nodes: [ExportNode]) throws -> Bool {
      try nodes.contains { try $0.says(row, beside: fallbacks) }
    }
    switch self {
    case .entityName, .constant: return true
    case .value(let column, _, _): return try row.storedValue(at: column) != fallbacks[column] ?? .null
    case .reference(_, let column, _), .constantBeside(let column, _): return try !row.isNull(at: column)
    case .nullBeside: return false
    case .rest(let column, _): return try ![.null, .text("{}")].contains(row.storedValue(at: column))
    case .either(let nodes), .array(let nodes, _): return try say(nodes)
    case .object(let members), .group(let members, _): return try say(members.map(\.node))
    case .embedded(let record), .absent(let record, _): return try !record.isNull(row)
    case .related(let records): return try records.isAny(of: row)
    }
  }
}

extension RelatedRecords {
  /// Whether a parent has related records that are written.
  fileprivate func isAny(of parent: Row) throws -> Bool {
    if isToOne { return try !parentColumns.contains { try parent.isNull(at: $0) } }
    try bind(parent)
    defer { statement.reset() }
    return try statement.step() && worth.map { statement.integer(at: $0.listColumn) != 0 } ?? true
  }
}
