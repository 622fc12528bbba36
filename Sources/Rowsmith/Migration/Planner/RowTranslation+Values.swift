import RowsmithSchema

extension RowTranslation {
  /// Returns the SQL of a column of an old row; `nil` if it is not available.
  typealias Resolver = (String) -> String?

  /// The value of a column of a new row, as SQL over the old row; `nil` if it needs a column that is not available.
  ///
  /// `depth` keeps the aliases of nested row lookups apart.
  func value(
    of column: Layout.Column, flow: RowFlow, fillsDefaults: Bool = true, depth: Int = 0, _ resolve: Resolver
  ) -> String? {
    switch column.source {
    case .entityName: return DDL.literal(.text(flow.entity))
    case .rowIdentifier:
      let hasOne = flow.table.columns.contains { $0.source == .rowIdentifier }
      let name =
        hasOne
        ? "_rowsmith_id" : flow.table.isKeyedByRowID ? flow.table.identity[0] : flow.table.rowIDName
      guard let number = resolve(name) else { return nil }
      // Tables that become one have numbered their rows each for itself.
      let tables = match.newTable(of: flow.entity).map { Set(flows(to: $0).map(\.table.name)).sorted() } ?? []
      guard tables.count > 1, let place = tables.firstIndex(of: flow.table.name) else { return number }
      return "(\(number) * \(tables.count) + \(place))"
    case .attribute(let entity, let name):
      guard has(entity, flow), let attribute = match.new.attribute(name, of: flow.entity) else {
        return "NULL"
      }
      return value(of: attribute, flow: flow, fillsDefaults: fillsDefaults, resolve)
        .map { becomesDecimalKey(column, attribute, flow) ? decimalKey($0) : $0 }
    case .relationship(let entity, let name, let part):
      guard has(entity, flow), let relationship = match.new.relationship(name, of: flow.entity) else {
        return "NULL"
      }
      guard let key = key(of: relationship, declaredBy: entity, flow: flow, depth: depth, resolve) else {
        return nil
      }
      return key.indices.contains(part) ? key[part] : "NULL"
    case .position(let entity, let name):
      return position(entity: entity, name: name, flow: flow, resolve)
    }
  }

  /// Whether rows of the flow's entity have what another entity declares.
  func has(_ entity: String, _ flow: RowFlow) -> Bool {
    match.new.extends(flow.entity, entity)
  }

  /// The value of an attribute, as SQL.
  func value(
    of attribute: Schema.Attribute, flow: RowFlow, fillsDefaults: Bool, _ resolve: Resolver
  ) -> String? {
    switch match.formerMember(of: attribute, of: flow.entity, in: flow.former) {
    case .attribute(let former):
      guard let raw = resolve(former.name) else { return nil }
      let conversion = match.conversion(from: former, to: attribute)
      let converted = conversion.keepsValues ? raw : call(ValueConversion.function, conversion, raw)
      let isCertain = former.isOptional == false && conversion.keepsValues
      if !fillsDefaults { return converted }
      if !attribute.isOptional, !isCertain, attribute.defaultValue != nil {
        return "coalesce(\(converted), \(filling(of: attribute, flow: flow, resolve)))"
      }
      if !hadPart(former, flow: flow) || !conversion.keepsValues,
        let part = partFilling(attribute, flow: flow, resolve)
      {
        return "coalesce(\(converted), \(part))"
      }
      return converted
    case .relationship(let former) where former.cardinality == .toOne:
      let columns = match.old.columnNames(of: former)
      guard columns.count == 1 else {
        return fillsDefaults ? filling(of: attribute, flow: flow, resolve) : "NULL"
      }
      guard let raw = resolve(columns[0]) else { return nil }
      let conversion = match.old.keyAttribute(of: former.target).map {
        ValueConversion(from: $0, to: attribute)
      }
      let keepsKeys = conversion?.keepsValues ?? true
      let key = conversion.map { keepsKeys ? raw : call(ValueConversion.function, $0, raw) } ?? raw
      if !fillsDefaults || attribute.isOptional || attribute.defaultValue == nil { return key }
      if !former.isOptional, keepsKeys { return key }
      return "coalesce(\(key), \(filling(of: attribute, flow: flow, resolve)))"
    default: return fillsDefaults ? filling(of: attribute, flow: flow, resolve) : "NULL"
    }
  }

  /// What an attribute gets in rows that have no value for it, as SQL.
  private func filling(of attribute: Schema.Attribute, flow: RowFlow, _ resolve: Resolver) -> String {
    partFilling(attribute, flow: flow, resolve) ?? attribute.defaultValue.map(DDL.literal) ?? "NULL"
  }

  /// Whether a decimal identifies the new row and did not identify the old one.
  private func becomesDecimalKey(
    _ column: Layout.Column, _ attribute: Schema.Attribute, _ flow: RowFlow
  ) -> Bool {
    guard attribute.type == .scalar(.decimal),
      match.newTable(of: flow.entity)?.key.contains(column.name) == true
    else { return false }
    if case .attribute(let former) = match.formerMember(of: attribute, of: flow.entity, in: flow.former) {
      return former.type != .scalar(.decimal) || !flow.table.key.contains(former.name)
    }
    return true
  }

  /// A decimal as a key, as SQL.
  private func decimalKey(_ value: String) -> String {
    "coalesce(\(call(ValueConversion.function, .decimalKey, value)), \(value))"
  }

  func call(_ function: String, _ conversion: ValueConversion, _ value: String) -> String {
    "\(function)(\(conversions.number(of: conversion)), \(value))"
  }

  /// The columns of a to-one relationship, as SQL; `nil` if they need a column that is not available.
  private func key(
    of relationship: Schema.Relationship, declaredBy entity: String, flow: RowFlow, depth: Int,
    _ resolve: Resolver
  ) -> [String]? {
    switch origins["\(entity).\(relationship.name)"] {
    case .none, .linkTable: return []
    case .sameRow:
      switch match.formerMember(of: relationship, of: flow.entity, in: flow.former) {
      case .relationship(let former):
        let raw = match.old.columnNames(of: former).map(resolve)
        guard !raw.contains(nil) else { return nil }
        return translate(
          raw.compactMap { $0 }, to: former.target, now: relationship.target, depth: depth + 1)?.columns ?? []
      case .attribute(let former):
        guard let raw = resolve(former.name) else { return nil }
        guard let key = match.new.keyAttribute(of: relationship.target) else { return [] }
        let conversion = ValueConversion(from: former, to: key)
        let value = conversion.keepsValues ? raw : call(ValueConversion.function, conversion, raw)
        return [key.type == .scalar(.decimal) ? decimalKey(value) : value]
      case nil: return []
      }
    case .collected(let index, let isReversed):
      let collection = origins.collections[index]
      let own = isReversed ? collection.targetNames : collection.sourceNames
      let other = isReversed ? collection.sourceNames : collection.targetNames
      let identity = flow.table.identity.map(resolve)
      guard !identity.contains(nil) else { return nil }
      let alias = "\(LinkCollection.alias)\(depth)"
      let place = collection.places[0]
      let target = isReversed ? place.sourceEntity : place.targetEntity
      guard
        let translated = translate(
          other.map { "\(alias).\($0)" }, to: target, now: relationship.target, depth: depth + 1)
      else { return [] }
      let condition = SQL.equal(own.map { "\(alias).\($0)" }, identity.compactMap { $0 })
      return translated.columns.map {
        "(SELECT \($0) FROM temp.\(DDL.quoted(collection.name)) AS \(alias) WHERE \(condition))"
      }
    }
  }

  /// The position of a row in the ordered list of the record it is linked to, if known.
  private func position(entity: String, name: String, flow: RowFlow, _ resolve: Resolver) -> String? {
    guard let list = match.new.relationship(name, of: entity), let inverse = list.inverse,
      let declarer = match.new.declarer(of: inverse, in: list.target), has(declarer.name, flow),
      let relationship = match.new.relationship(inverse, of: flow.entity)
    else { return "NULL" }
    switch origins["\(declarer.name).\(inverse)"] {
    case .none, .linkTable: return "NULL"
    case .sameRow:
      guard let column = formerPosition(of: relationship, flow: flow) else { return "NULL" }
      return resolve(column)
    case .collected(let index, let isReversed):
      let collection = origins.collections[index]
      let own = isReversed ? collection.targetNames : collection.sourceNames
      let identity = flow.table.identity.map(resolve)
      guard !identity.contains(nil) else { return nil }
      let condition = SQL.equal(own.map { "k.\($0)" }, identity.compactMap { $0 })
      let column = isReversed ? "position" : "source_position"
      return "(SELECT k.\(column) FROM temp.\(DDL.quoted(collection.name)) AS k WHERE \(condition))"
    }
  }

  /// The column with the position of an old row in the list that is the inverse of the relationship.
  func formerPosition(of relationship: Schema.Relationship, flow: RowFlow) -> String? {
    guard
      case .relationship(let former) = match.formerMember(of: relationship, of: flow.entity, in: flow.former),
      let inverse = match.old.inverse(of: former), inverse.cardinality == .toMany, inverse.isOrdered
    else { return nil }
    return "\(former.name)_position"
  }
}
