import RowsmithSchema

extension SchemaMatch {
  /// A value of an old entity that is stored in another way now, or a list of such keys.
  struct NotedConversion {
    /// The new name.
    var name: String
    /// The number of the conversion, as SQL refers to it.
    var number: Int
    /// The list; `nil` for one value.
    var list: Schema.Relationship?
  }

  /// The values of an old entity that are stored in another way now, by their former names.
  func notedConversions(
    of entity: String, now: String, _ conversions: [ValueConversion]
  ) -> [String: NotedConversion] {
    var found: [String: NotedConversion] = [:]
    func convert(
      _ old: Schema.Attribute, _ new: Schema.Attribute, _ former: String, _ name: String,
      list: Schema.Relationship? = nil
    ) {
      let conversion = conversion(from: old, to: new)
      guard !conversion.keepsValues, let number = conversions.firstIndex(of: conversion) else { return }
      found[former] = NotedConversion(name: name, number: number, list: list)
    }
    for attribute in new.attributes(of: now) {
      if case .attribute(let former)? = formerMember(of: attribute, of: now, in: entity) {
        convert(former, attribute, former.name, attribute.name)
      }
    }
    for link in new.relationships(of: now) where link.choice == nil {
      if case .relationship(let former)? = formerMember(of: link, of: now, in: entity),
        former.cardinality == link.cardinality, former.choice == nil,
        let before = old.keyAttribute(of: former.target), let after = new.keyAttribute(of: link.target)
      {
        convert(before, after, former.name, link.name, list: link.cardinality == .toOne ? nil : link)
      }
    }
    return found
  }
}

extension TrackedChanges {
  /// The renewals of an old entity's values that are stored in another way now.
  func conversions(of entity: String, now: String) -> [String: Renewal] {
    match.notedConversions(of: entity, now: now, conversions).mapValues { noted in
      Renewal(name: noted.name) { column in
        let function = "\(ValueConversion.function)(\(noted.number), "
        guard let list = noted.list else { return "\(function)\(column))" }
        // A JSON array of keys, sorted unless the list is ordered.
        return
          "CASE WHEN \(column) IS NOT NULL THEN (SELECT json_group_array(k) FROM (SELECT "
          + "coalesce(\(function)e.value), e.value) AS k FROM json_each(\(column)) AS e "
          + "ORDER BY \(list.isOrdered ? "e.key" : "1"))) END"
      }
    }
  }
}
