import RowsmithSchema

/// A required part of a value that itself may be absent.
struct RequiredPart {
  /// The part for values that were stored before it existed.
  var filling: StoredValue?
  /// The other attributes of the value, one of which is not NULL if the value is present.
  var others: [Schema.Attribute]
}

extension SchemaGraph {
  /// The required part that an attribute of the entity is; `nil` for another attribute.
  func requiredPart(_ name: String, of entity: String) -> RequiredPart? {
    for group in groups(of: entity) {
      if let part = parts(of: group).flatMap({ SchemaGraph.find(name, in: $0, optional: nil) }) {
        return part
      }
    }
    return nil
  }

  private static func find(_ name: String, in group: ValueParts, optional: [Schema.Attribute]?)
    -> RequiredPart?
  {
    let optional = group.group.isOptional ? group.attributes : optional
    for part in group.parts {
      switch part {
      case .attribute(let attribute, let member):
        guard attribute.name == name, !member.isOptional, let optional else { continue }
        return RequiredPart(filling: member.defaultValue, others: optional.filter { $0.name != name })
      case .group(let inner):
        if let found = find(name, in: inner, optional: optional) { return found }
      }
    }
    return nil
  }
}

extension RowTranslation {
  /// The filling for old rows whose value lacks a part that is now required: the default if the value is present. `nil` if no
  /// filling is needed.
  func partFilling(_ attribute: Schema.Attribute, flow: RowFlow, depth: Int, _ resolve: Resolver) -> String? {
    guard let part = match.new.requiredPart(attribute.name, of: flow.entity), let value = part.filling,
      value != .null, let presence = presence(of: part, flow: flow, depth: depth, resolve)
    else { return nil }
    return "CASE WHEN \(presence) THEN \(DDL.literal(value)) END"
  }

  /// The condition that an old row has the value that the part belongs to.
  func presence(of part: RequiredPart, flow: RowFlow, depth: Int, _ resolve: Resolver) -> String? {
    let columns = part.others.compactMap { other -> String? in
      guard case .attribute(let former) = match.formerMember(of: other, of: flow.entity, in: flow.former)
      else {
        return nil
      }
      return resolve(former.name)
    }
    return columns.isEmpty ? nil : columns.map { "\($0) IS NOT NULL" }.joined(separator: " OR ")
  }

  /// Whether every old row with the value had the part.
  func hadPart(_ former: Schema.Attribute, flow: RowFlow) -> Bool {
    match.old.requiredPart(former.name, of: flow.former) != nil
  }
}
