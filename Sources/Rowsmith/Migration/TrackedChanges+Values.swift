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

  /// The tables to which what was noted of an old table's rows moves, in order, each with the condition for it, which is empty or
  /// begins with `AND`. None if its entities are gone.
  func moves(of old: Layout.Table) -> [(table: Layout.Table, condition: String)] {
    var tables: [Layout.Table] = []
    for entity in old.entities {
      guard let now = successor(of: entity), let table = newTable(of: now.name) else { continue }
      if !tables.contains(where: { $0.name == table.name }) { tables.append(table) }
    }
    // What has no row stays with the entity that had the table's name.
    let home = successor(of: old.name).flatMap { newTable(of: $0.name) } ?? tables.last
    guard let home else { return [] }
    return tables.filter { $0.name != home.name && $0.key.count == 1 }.map { table in
      let rows = "SELECT \(DDL.quoted(table.key[0])) FROM main.\(DDL.quoted(table.name))"
      return (table: table, condition: "AND key IN (\(rows))")
    } + [(table: home, condition: "")]
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
      switch formerMember(of: attribute, of: now, in: entity) {
      case .attribute(let former)?: convert(former, attribute, former.name, attribute.name)
      case .relationship(let former)?:
        guard former.cardinality == .toOne, former.choice == nil else { continue }
        if let key = old.keyAttribute(of: former.target) {
          convert(key, attribute, former.name, attribute.name)
        }
      case nil: continue
      }
    }
    for link in new.relationships(of: now) {
      guard let after = new.keyAttribute(of: link.target) else { continue }
      switch formerMember(of: link, of: now, in: entity) {
      case .relationship(let former)?:
        guard former.cardinality == link.cardinality, let before = old.keyAttribute(of: former.target) else {
          continue
        }
        convert(before, after, former.name, link.name, list: link.cardinality == .toOne ? nil : link)
      case .attribute(let former)?:
        if link.cardinality == .toOne, link.choice == nil { convert(former, after, former.name, link.name) }
      case nil: continue
      }
    }
    return found
  }
}

extension TrackedChanges {
  /// The renewal of the entity of a record of a family, under the name of its column; empty if the table has, or had, none.
  func kindRenewal(of old: Layout.Table, now table: Layout.Table) -> [String: Renewal] {
    guard let former = old.columns.first(where: { $0.source == .entityName })?.name,
      let current = table.columns.first(where: { $0.source == .entityName })?.name
    else { return [:] }
    let cases = old.entities.sorted().compactMap { entity -> String? in
      guard let now = match.successor(of: entity)?.name, match.newTable(of: now)?.name == table.name else {
        return nil
      }
      return "WHEN \(DDL.literal(.text(entity))) THEN \(DDL.literal(.text(now)))"
    }
    if cases.isEmpty { return [:] }
    let renewal = Renewal(name: current) { column in
      // One of an entity that is gone is one of the root, after which the table is named.
      "CASE WHEN \(column) IS NOT NULL THEN CASE \(column) \(cases.joined(separator: " ")) "
        + "ELSE \(DDL.literal(.text(table.name))) END END"
    }
    return [former: renewal]
  }

  /// The renewals of an old entity's values that are stored in another way now.
  func conversions(of entity: String, now: String) -> [String: Renewal] {
    match.notedConversions(of: entity, now: now, conversions).mapValues { noted in
      // JSON has no blobs: in it, keys that become such stay the text that they were.
      let becomesData = conversions[noted.number].to == .scalar(.data)
      if noted.list != nil, becomesData { return Renewal(name: noted.name) }
      return Renewal(name: noted.name) { column in
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

  /// The renewals of an old entity's links that are lists now, and of its lists that are one link.
  func turns(of entity: String, now: String) -> [String: Renewal] {
    match.turnedLinks(of: entity, now: now, conversions).compactMapValues { turned -> Renewal? in
      func key(_ column: String) -> String {
        turned.number.map { "coalesce(\(ValueConversion.function)(\($0), \(column)), \(column))" } ?? column
      }
      // JSON has no blobs.
      if turned.isList, turned.types.contains(.scalar(.data)) { return nil }
      return Renewal(name: turned.name) { column in
        turned.isList
          ? "CASE WHEN \(column) IS NULL THEN '[]' ELSE json_array(\(key(column))) END"
          : "(SELECT \(key("e.value")) FROM json_each(\(column)) AS e ORDER BY e.key LIMIT 1)"
      }
    }
  }
}
