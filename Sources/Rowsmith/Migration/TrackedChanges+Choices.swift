import RowsmithSchema

// For a to-one relationship to one of several entities, one value is noted, `{"type":"Issue","id":5}`, under the name of the
// whole.
extension TrackedChanges {
  /// How a noted value is renewed.
  struct Renewal {
    /// The new name.
    var name: String
    /// The new value, as SQL over a column; `nil` if it stays unchanged.
    var value: ((_ column: String) -> String)?
  }

  /// The renewals of an old entity's links that lead to one of several entities, before or now.
  func renewals(of entity: String, now: String) -> [String: Renewal] {
    var renewals: [String: Renewal] = [:]
    for relationship in match.new.relationships(of: now) where relationship.cardinality == .toOne {
      guard let former = match.formerPart(of: relationship, of: now, in: entity) else { continue }
      let name = relationship.modelName
      let key = renewedKey(of: former, now: relationship)
      switch (former.choice, relationship.choice) {
      case (nil, nil): continue
      case (nil, _?):
        renewals[former.name] = Renewal(name: name) { column in
          "CASE WHEN \(column) IS NOT NULL THEN json_object('type', \(literal(relationship.target)), 'id', "
            + "\(key(column))) END"
        }
      case (let choice?, nil):
        renewals[choice.name] = Renewal(name: name) { column in
          "CASE WHEN \(kind(column)) = \(literal(former.target)) THEN \(key(id(column))) END"
        }
      case (let choice?, _?):
        if renewals[choice.name] == nil { renewals[choice.name] = wholeRenewal(of: choice.name, entity, now) }
      }
    }
    return renewals
  }

  /// The key of a record that a link leads to as the new database has it, as SQL over the old one.
  private func renewedKey(
    of former: Schema.Relationship, now relationship: Schema.Relationship
  ) -> (_ key: String) -> String {
    guard let before = match.old.keyAttribute(of: former.target),
      let after = match.new.keyAttribute(of: relationship.target)
    else { return { $0 } }
    let conversion = match.conversion(from: before, to: after)
    // JSON has no blobs: in it, a key that becomes one stays the text that it was.
    let isHeld = relationship.choice == nil || after.type != .scalar(.data)
    guard isHeld, !conversion.keepsValues, let number = conversions.firstIndex(of: conversion) else {
      return { $0 }
    }
    return { "coalesce(\(ValueConversion.function)(\(number), \($0)), \($0))" }
  }

  /// Renames the entity in the value if it has another name now, and renews the key. The value becomes NULL if the
  /// relationship can no longer lead to that entity.
  private func wholeRenewal(of choice: String, _ entity: String, _ now: String) -> Renewal? {
    guard let current = match.currentChoice(of: choice, in: entity, now: now) else { return nil }
    let parts = current.relationships.compactMap { part in
      match.formerPart(of: part, of: now, in: entity).map { former in
        (old: former.target, new: part.target, key: renewedKey(of: former, now: part))
      }
    }
    return Renewal(name: current.name) { column in
      let cases = parts.map { part in
        "WHEN \(literal(part.old)) THEN json_set(\(column), '$.type', \(literal(part.new)), '$.id', "
          + "\(part.key(id(column))))"
      }
      return "CASE \(kind(column)) \(cases.joined(separator: " ")) END"
    }
  }
}

private func literal(_ text: String) -> String { DDL.literal(.text(text)) }

private func id(_ column: String) -> String { "json_extract(\(column), '$.id')" }

private func kind(_ column: String) -> String { "json_extract(\(column), '$.type')" }
