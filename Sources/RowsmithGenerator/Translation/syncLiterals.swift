import RowsmithAPI

// A sync plan as literals.
extension Translator {
  func literal(_ plan: SyncPlan) -> Expression {
    let type = names.api("SyncPlan")
    var arguments: [Expression.Argument] = [.init("server", .string(plan.server))]
    if !plan.settings.isEmpty { arguments.append(.init("settings", literal(plan.settings))) }
    if plan.conflict != .fieldMerge { arguments.append(.init("conflict", .source(".\(plan.conflict)"))) }
    if plan.deleteConflict != .editWins {
      arguments.append(.init("deleteConflict", .source(".\(plan.deleteConflict)")))
    }
    arguments.append(.init("entities", .array(plan.entities.map(literal))))
    return .call(type, arguments)
  }

  private func literal(_ entity: SyncPlan.Entity) -> Expression {
    let type = names.api("SyncPlan")
    var arguments: [Expression.Argument] = [
      .init(nil, .string(entity.name)), .init("collection", .string(entity.collection)),
    ]
    if entity.direction != .both {
      arguments.append(.init("direction", .source(".\(entity.direction)")))
    }
    if !entity.settings.isEmpty { arguments.append(.init("settings", literal(entity.settings))) }
    if let conflict = entity.conflict { arguments.append(.init("conflict", .source(".\(conflict)"))) }
    if !entity.memberConflicts.isEmpty {
      let conflicts = entity.memberConflicts.map { conflict in
        Expression.call(
          "\(type).MemberConflict",
          [.init(nil, .string(conflict.member)), .init(nil, .source(".\(conflict.policy)"))])
      }
      arguments.append(.init("memberConflicts", .array(conflicts)))
    }
    if let conflict = entity.deleteConflict {
      arguments.append(.init("deleteConflict", .source(".\(conflict)")))
    }
    if let permissions = entity.permissions { arguments.append(.init("permissions", .string(permissions))) }
    if !entity.neverSent.isEmpty { arguments.append(.init("neverSent", .strings(entity.neverSent))) }
    if !entity.links.isEmpty { arguments.append(.init("links", .array(entity.links.map(literal)))) }
    return .call("\(type).Entity", arguments)
  }

  private func literal(_ links: SyncPlan.Links) -> Expression {
    let storage: Expression =
      switch links.storage {
      case .array: .source(".array")
      case .relation(let collection): .call(".relation", [.init("collection", .string(collection))])
      }
    return .call(
      "\(names.api("SyncPlan")).Links", [.init(nil, .string(links.relationship)), .init(nil, storage)])
  }

  private func literal(_ settings: [SyncPlan.Setting]) -> Expression {
    .array(
      settings.map {
        .call(
          "\(names.api("SyncPlan")).Setting", [.init(nil, .string($0.name)), .init(nil, .string($0.value))])
      })
  }
}
