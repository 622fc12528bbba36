import RowsmithSchema

// A number that is not finite has no place in JSON, and SQLite stores one that is no number as NULL. A record whose required
// value that would be could not be read again.
extension EntityMapping {
  /// Whether a column holds a list of numbers, or of values that may have some, which JSON can only hold if they are finite.
  func isListOfNumbers(_ slot: Int) -> Bool {
    switch attributeType(at: slot) {
    case .array(.double)?, .array(.decimal)?, .array(.value)?: true
    default: false
    }
  }

  /// Whether a column holds a number that every record must have.
  func isRequiredNumber(_ slot: Int) -> Bool {
    attributes.contains {
      $0.slot == slot && !$0.schema.isOptional
        && [.scalar(.double), .scalar(.decimal)].contains($0.schema.type)
    }
  }

  private func attributeType(at slot: Int) -> Schema.AttributeType? {
    attributes.first { $0.slot == slot }?.schema.type
  }

  /// Throws if a list has a number that is not finite and without which it could not be read again.
  func requireNumbers(_ value: StoredValue?, in slot: Int, _ graph: SchemaGraph) throws {
    guard case .text(let text)? = value, text.contains("null") else { return }
    if case .array(.value(let type))? = attributeType(at: slot) {
      guard let list = try? JSONValue(parsing: text), graph.lacksParts(list, .array(.value(type))) else {
        return
      }
    }
    throw StoreError(
      .misuse,
      "'\(name).\(table.layout.columns[slot].name)' has a number that is not finite, which a list cannot hold",
      entity: name)
  }

  /// The error for a required value that is no number.
  func noNumber(_ member: String) -> StoreError {
    StoreError(
      .misuse, "'\(name).\(member)' has a number that is none (NaN), where one is required", entity: name)
  }
}

extension SchemaGraph {
  /// Whether a value in a list has `null` in place of something required.
  fileprivate func lacksParts(_ json: JSONValue, _ type: Schema.AttributeType) -> Bool {
    switch (type, json) {
    case (.array(let item), .array(let items)):
      items.contains { $0 == .null ? item != .json : lacksParts($0, .scalar(item)) }
    case (.scalar(.value(let name)), .object):
      valueType(name)?.attributes.contains { member in
        let part = json[member.name] ?? .null
        return part == .null ? !member.isOptional : lacksParts(part, member.type)
      } ?? false
    default: false
    }
  }
}

extension ModelWriter {
  /// Throws if a record lacks a required number, or a value of several columns lacks a required part.
  func requireParts(_ values: [StoredValue?], _ shape: Shape) throws {
    for index in shape.requiredNumbers where values[index]?.isNothing == true {
      throw shape.entity.noNumber(shape.entity.table.layout.columns[shape.slots[index]].name)
    }
    for group in shape.groups
    where group.required.contains(where: { values[$0]?.isNothing == true })
      && group.columns.contains(where: { values[$0]?.isNothing == false })
    {
      throw shape.entity.noNumber(group.path)
    }
  }
}

extension StoredValue {
  /// Whether SQLite stores NULL.
  var isNothing: Bool {
    switch self {
    case .null: true
    case .real(let number): number.isNaN
    default: false
    }
  }
}
