import RowsmithAPI

extension Translator {
  /// The name of the type with the sync plan.
  var syncName: String { SwiftName.upperFirst(module) + "Sync" }

  /// The sync plan; empty for a model without one.
  func translateSync() -> [Declaration] {
    guard let plan = api?.sync else { return [] }
    return [
      .type(
        TypeDeclaration(
          doc: ["How the records of \(module) are kept the same here and on its server."], kind: .enumeration,
          name: syncName,
          members: [
            .property(
              PropertyDeclaration(
                doc: ["Which entities synchronise, and how."], isStatic: true, name: "plan",
                type: names.api("SyncPlan"), value: .initialized(literal(plan))))
          ]))
    ]
  }
}
