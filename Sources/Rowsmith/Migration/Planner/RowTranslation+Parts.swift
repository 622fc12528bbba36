import RowsmithSchema

/// A part of a value that may be absent, and must be there where the value is.
struct RequiredPart {
  /// What a value has that was stored before there was the part.
  var filling: StoredValue?
  /// The attributes one of which is not NULL where there is a value, the part itself aside.
  var others: [Schema.Attribute]
}

extension SchemaGraph {
  /// What an attribute of the entity is, where it is such a part.
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
  /// What an old row has that was stored without a part of a value that it needs now: the default where there is a value.
  /// Nil where that needs no saying.
  func partFilling(_ attribute: Schema.Attribute, flow: RowFlow, depth: Int, _ resolve: Resolver) -> String? {
    guard let part = match.new.requiredPart(attribute.name, of: flow.entity), let value = part.filling,
      value != .null, let presence = presence(of: part, flow: flow, depth: depth, resolve)
    else { return nil }
    return "CASE WHEN \(presence) THEN \(DDL.literal(value)) END"
  }

  /// Whether an old row has a value of which the attribute is a part.
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

  /// Whether every old row had the part where it had the value.
  func hadPart(_ former: Schema.Attribute, flow: RowFlow) -> Bool {
    match.old.requiredPart(former.name, of: flow.former) != nil
  }
}
