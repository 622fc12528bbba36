import RowsmithSchema

extension TableWork {
  /// `rebuild Band: hiatus removed, formed becomes String`.
  func description(of table: Layout.Table, flows: [RowFlow]) -> String {
    guard let first = flows.first else { return "create the table \(table.name)" }
    let olds = Set(flows.map(\.table.name)).sorted()
    var verb = "rebuild the table \(table.name)"
    if olds != [table.name] { verb += " from \(olds.joined(separator: ", "))" }
    var changes: [String] = []
    if match.old.descendants(of: first.table.name).count != match.new.descendants(of: table.name).count {
      changes.append("its family changes")
    }
    if first.table.key != table.key { changes.append("the key becomes \(keyText(table))") }
    for flow in flows { changes += self.changes(flow).filter { !changes.contains($0) } }
    for column in table.columns where translation.needsNumbers(column, flows: flows) {
      changes.append("\(column.name) numbers the list")
    }
    if changes.isEmpty { changes = ["it refers to tables that change"] }
    return "\(verb): \(changes.joined(separator: ", "))"
  }

  private func keyText(_ table: Layout.Table) -> String {
    table.key.isEmpty ? "none" : table.key.joined(separator: ", ")
  }

  private func changes(_ flow: RowFlow) -> [String] {
    var changes: [String] = []
    var kept: Set<String> = []
    for attribute in match.new.attributes(of: flow.entity) {
      let name = attribute.name
      guard let former = match.formerMember(of: attribute, of: flow.entity, in: flow.former) else {
        let filling = attribute.defaultValue.map { ", filled with \(DDL.literal($0))" } ?? ""
        changes.append("\(name) added\(attribute.isOptional ? "" : filling)")
        continue
      }
      kept.insert(former.name)
      if former.name != name { changes.append("\(former.name) becomes \(name)") }
      guard case .attribute(let old) = former else {
        changes.append("\(name) becomes an attribute")
        continue
      }
      if old.type != attribute.type { changes.append("\(name) becomes \(attribute.type.spelling)") }
      if old.isOptional != attribute.isOptional {
        let filling = attribute.defaultValue.map { ", NULL becomes \(DDL.literal($0))" } ?? ""
        changes.append(
          attribute.isOptional ? "\(name) becomes optional" : "\(name) becomes required\(filling)")
      } else if old.defaultValue != attribute.defaultValue {
        changes.append("\(name) gets another default")
      }
    }
    for relationship in match.new.relationships(of: flow.entity) {
      let former = match.formerMember(of: relationship, of: flow.entity, in: flow.former)
      if let former { kept.insert(former.name) }
      guard relationship.cardinality == .toOne else { continue }
      switch former {
      case nil: changes.append("\(relationship.name) added")
      case .attribute(let old): changes.append("\(old.name) becomes a relationship")
      case .relationship(let old):
        if old.name != relationship.name { changes.append("\(old.name) becomes \(relationship.name)") }
        if old.cardinality == .toMany { changes.append("\(relationship.name) becomes to-one") }
        if old.isOptional != relationship.isOptional, old.cardinality == .toOne {
          changes.append("\(relationship.name) becomes \(relationship.isOptional ? "optional" : "required")")
        }
      }
    }
    for choice in match.new.lineage(of: flow.entity).flatMap(\.choices) {
      let old = match.formerChoice(of: choice, of: flow.entity, in: flow.former)
      guard let old, old.isRequired != choice.isRequired else { continue }
      changes.append("\(choice.name) becomes \(choice.isRequired ? "required" : "optional")")
    }
    for attribute in match.old.attributes(of: flow.former) where !kept.contains(attribute.name) {
      changes.append("\(attribute.name) removed")
    }
    for relationship in match.old.relationships(of: flow.former) where relationship.cardinality == .toOne {
      if kept.contains(relationship.name) {
        let now = match.currentMember(of: relationship.name, in: flow.former, now: flow.entity)
        if case .relationship(let now) = now, now.cardinality == .toMany {
          changes.append("\(relationship.name) becomes to-many")
        }
      } else {
        changes.append("\(relationship.name) removed")
      }
    }
    return changes
  }
}
