import RowsmithSchema

extension SchemaMatch {
  /// The new names of a table's columns and of the to-many relationships of its entities that are still to-many, by the old
  /// ones. Entities that are in another table now do not count.
  func memberNames(of old: Layout.Table, now table: Layout.Table) -> [String: String] {
    var names: [String: String] = [:]
    for entity in old.entities {
      guard let now = successor(of: entity)?.name, newTable(of: now)?.name == table.name else { continue }
      for column in old.columns {
        guard let (member, part) = column.source.memberPart,
          let current = currentMember(of: member, in: entity, now: now)?.name,
          let new = table.columns.first(where: { $0.source.memberPart.map { $0 == (current, part) } ?? false }
          )
        else { continue }
        names[column.name] = new.name
      }
      for list in self.old.relationships(of: entity) where list.cardinality == .toMany {
        if case .relationship(let current)? = currentMember(of: list.name, in: entity, now: now),
          current.cardinality == .toMany
        {
          names[list.name] = current.name
        }
      }
    }
    return names
  }

  /// One link of an old entity that is a list now, or a list that is one link.
  struct TurnedLink {
    /// The new name.
    var name: String
    /// Whether it is a list now.
    var isList: Bool
    /// The types of its keys before and now.
    var types: [Schema.AttributeType]
    /// The number of the conversion of its keys, as SQL refers to it; `nil` if they stay as they are.
    var number: Int?
  }

  /// What one link and what a list has become, by the former names. Only links whose keys have one part, and lists in tables of
  /// links: no other lists are noted.
  func turnedLinks(
    of entity: String, now: String, _ conversions: [ValueConversion]
  ) -> [String: TurnedLink] {
    var found: [String: TurnedLink] = [:]
    for link in new.relationships(of: now) where link.choice == nil {
      guard case .relationship(let former)? = formerMember(of: link, of: now, in: entity),
        former.choice == nil, former.cardinality != link.cardinality,
        let before = old.keyAttribute(of: former.target), let after = new.keyAttribute(of: link.target)
      else { continue }
      let isList = link.cardinality == .toMany
      if isList {
        let declarer = new.declarer(of: link.name, in: now)?.name ?? now
        guard case .linkTable = new.storage(of: link, in: declarer) else { continue }
      }
      let conversion = conversion(from: before, to: after)
      found[former.name] = TurnedLink(
        name: link.name, isList: isList, types: [before.type, after.type],
        number: conversion.keepsValues ? nil : conversions.firstIndex(of: conversion))
    }
    return found
  }
}

extension ColumnSource {
  /// The attribute or relationship, and the part of its key.
  fileprivate var memberPart: (member: String, part: Int)? {
    switch self {
    case .attribute(_, let name): (name, 0)
    case .relationship(_, let name, let part): (name, part)
    case .position, .entityName, .rowIdentifier: nil
    }
  }
}
