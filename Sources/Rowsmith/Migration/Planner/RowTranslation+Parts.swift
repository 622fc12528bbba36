import RowsmithSchema

/// A required part of a value that itself may be absent.
struct RequiredPart: Sendable {
  /// The name of its attribute.
  var name: String
  /// The part for values that were stored before it existed.
  var filling: StoredValue?
  /// All attributes of the value.
  var attributes: [Schema.Attribute]

  /// The other attributes of the value, one of which is not NULL if the value is present.
  var others: [Schema.Attribute] { attributes.filter { $0.name != name } }
}

/// The required parts of a schema's values, found once.
struct RequiredParts: Sendable {
  /// By the root of the family and the name of the attribute, of which a family has only one.
  private var parts: [Int: [String: RequiredPart]] = [:]

  init(_ graph: SchemaGraph) {
    for entity in graph.schema.entities {
      guard !entity.groups.isEmpty, let root = graph.rootIndex(of: entity.name) else { continue }
      for group in entity.groups {
        if let values = graph.parts(of: group) { add(values, of: root, optional: nil) }
      }
    }
  }

  private mutating func add(_ group: ValueParts, of root: Int, optional: [Schema.Attribute]?) {
    let optional = group.group.isOptional ? group.attributes : optional
    for part in group.parts {
      switch part {
      case .attribute(let attribute, let member):
        guard !member.isOptional, let optional else { continue }
        parts[root, default: [:]][attribute.name] = RequiredPart(
          name: attribute.name, filling: member.defaultValue, attributes: optional)
      case .group(let inner): add(inner, of: root, optional: optional)
      }
    }
  }

  /// The required part that an attribute of an entity is; `nil` for another attribute.
  func part(_ name: String, of entity: String, in graph: SchemaGraph) -> RequiredPart? {
    if parts.isEmpty { return nil }
    return graph.rootIndex(of: entity).flatMap { parts[$0]?[name] }
  }
}

extension SchemaMatch {
  /// The required part that an attribute of a new entity is; `nil` for another attribute.
  func requiredPart(_ name: String, of entity: String) -> RequiredPart? {
    newParts.part(name, of: entity, in: new)
  }

  /// The required part that an attribute of an old entity was; `nil` for another attribute.
  func formerRequiredPart(_ name: String, of entity: String) -> RequiredPart? {
    oldParts.part(name, of: entity, in: old)
  }
}

extension RowTranslation {
  /// The filling for old rows whose value lacks a part that is now required: the default if the value is present. `nil` if no
  /// filling is needed.
  func partFilling(_ attribute: Schema.Attribute, flow: RowFlow, _ resolve: Resolver) -> String? {
    guard let part = match.requiredPart(attribute.name, of: flow.entity), let value = part.filling,
      value != .null, let presence = presence(of: part, flow: flow, resolve)
    else { return nil }
    return "CASE WHEN \(presence) THEN \(DDL.literal(value)) END"
  }

  /// The condition that an old row has the value that the part belongs to.
  func presence(of part: RequiredPart, flow: RowFlow, _ resolve: Resolver) -> String? {
    let columns = part.others.compactMap { other -> String? in
      guard case .attribute(let former) = match.formerMember(of: other, of: flow.entity, in: flow.former)
      else {
        return nil
      }
      return resolve(former.name)
    }
    return columns.isEmpty ? nil : DDL.joined(columns.map { "\($0) IS NOT NULL" }, " OR ")
  }

  /// Whether every old row with the value had the part.
  func hadPart(_ former: Schema.Attribute, flow: RowFlow) -> Bool {
    match.formerRequiredPart(former.name, of: flow.former) != nil
  }
}
