/// A group of an entity with its parts, each a column or again a group.
package struct ValueParts: Sendable {
  /// One part.
  package enum Part: Sendable {
    /// An attribute of the entity, and the member of the value type that it stands for.
    case attribute(Schema.Attribute, member: Schema.Attribute)
    /// A value inside the value.
    case group(ValueParts)
  }

  /// The group. The name of a nested group is the prefix of its columns: `address_geo`.
  package var group: Schema.Group
  /// The path in the model: `address.geo`.
  package var path: [String]
  /// Whether it or one around it may be absent, so that its columns may be NULL.
  package var isNullable: Bool
  /// The parts, in the order of the type.
  package var parts: [Part]

  /// The attributes of the entity that hold the value, in order.
  package var attributes: [Schema.Attribute] {
    parts.flatMap { part in
      switch part {
      case .attribute(let attribute, _): [attribute]
      case .group(let inner): inner.attributes
      }
    }
  }

  /// The names of the attributes that hold the value, then those of each value inside it.
  package var attributeNamesByValue: [[String]] {
    let inner = parts.flatMap { part -> [[String]] in
      if case .group(let value) = part { value.attributeNamesByValue } else { [] }
    }
    return [attributes.map(\.name)] + inner
  }
}

extension SchemaGraph {
  /// The value type of that name.
  public func valueType(_ name: String) -> Schema.ValueType? {
    valueTypePlaces[name].map { schema.valueTypes[$0] }
  }

  /// The groups of the entity, inherited ones first.
  public func groups(of name: String) -> [Schema.Group] { lineage(of: name).flatMap(\.groups) }

  /// The parts of a group; `nil` if its type does not exist, or contains itself.
  package func parts(of group: Schema.Group) -> ValueParts? {
    parts(of: group, path: [group.name], oldPath: group.renamedFrom, isNullable: group.isOptional)
  }

  /// The groups that an entity declares itself, by the names of the attributes that hold them.
  package func groupsByAttribute(of entity: Schema.Entity) -> [String: Schema.Group] {
    var groups: [String: Schema.Group] = [:]
    for group in entity.groups {
      for part in parts(of: group)?.attributes ?? [] { groups[part.name] = group }
    }
    return groups
  }

  private func parts(
    of group: Schema.Group, path: [String], oldPath: String?, isNullable: Bool
  ) -> ValueParts? {
    // A type that contains itself is an error of the model; the bound is for hand-made schemas.
    guard let type = valueType(group.type), path.count < 32 else { return nil }
    var parts: [ValueParts.Part] = []
    for member in type.attributes {
      var part = member
      part.name = "\(group.name)_\(member.name)"
      part.importPaths = group.isLocal ? [] : joined(group.importPaths, member.importPaths)
      part.exportPath = group.exportPath.flatMap { path in member.exportPath.map { path + $0 } }
      part.isLocal = group.isLocal
      part.isOptional = isNullable || member.isOptional
      if isNullable { part.defaultValue = nil }
      let oldName = "\(oldPath ?? group.name)_\(member.renamedFrom ?? member.name)"
      part.renamedFrom = oldName == part.name ? nil : oldName
      guard case .scalar(.value(let name)) = member.type else {
        parts.append(.attribute(part, member: member))
        continue
      }
      let inner = Schema.Group(
        name: part.name, type: name, isOptional: member.isOptional, importPaths: part.importPaths,
        exportPath: part.exportPath, isLocal: part.isLocal, doc: member.doc)
      guard
        let inside = self.parts(
          of: inner, path: path + [member.name], oldPath: part.renamedFrom, isNullable: part.isOptional)
      else { return nil }
      parts.append(.group(inside))
    }
    return ValueParts(group: group, path: path, isNullable: isNullable, parts: parts)
  }

  /// Every path of a member after every path of its group, those with the group's first path first.
  private func joined(_ groups: [Schema.ImportPath], _ members: [Schema.ImportPath]) -> [Schema.ImportPath] {
    groups.flatMap { group in
      members.compactMap { member in
        guard case .keys(let outer) = group, case .keys(let inner) = member else { return nil }
        return .keys(outer + inner)
      }
    }
  }
}
