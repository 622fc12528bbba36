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
      switch (former.choice, relationship.choice) {
      case (nil, nil): continue
      case (nil, _?):
        renewals[former.name] = Renewal(name: name) { column in
          "CASE WHEN \(column) IS NOT NULL THEN json_object('type', \(literal(relationship.target)), 'id', \(column)) END"
        }
      case (let choice?, nil):
        renewals[choice.name] = Renewal(name: name) { column in
          "CASE WHEN \(kind(column)) = \(literal(former.target)) THEN json_extract(\(column), '$.id') END"
        }
      case (let choice?, _?):
        if renewals[choice.name] == nil { renewals[choice.name] = wholeRenewal(of: choice.name, entity, now) }
      }
    }
    return renewals
  }

  /// Renames the entity in the value if it has another name now. The value becomes NULL if the relationship can no longer
  /// lead to that entity.
  private func wholeRenewal(of choice: String, _ entity: String, _ now: String) -> Renewal? {
    guard let current = match.currentChoice(of: choice, in: entity, now: now) else { return nil }
    let parts = current.relationships.compactMap { part in
      match.formerPart(of: part, of: now, in: entity).map { (old: $0.target, new: part.target) }
    }
    return Renewal(name: current.name) { column in
      let cases = parts.map { part in
        "WHEN \(literal(part.old)) THEN json_set(\(column), '$.type', \(literal(part.new)))"
      }
      return "CASE \(kind(column)) \(cases.joined(separator: " ")) END"
    }
  }
}

private func literal(_ text: String) -> String { DDL.literal(.text(text)) }

private func kind(_ column: String) -> String { "json_extract(\(column), '$.type')" }
