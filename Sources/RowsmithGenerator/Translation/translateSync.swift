import RowsmithAPI

extension Translator {
  /// The name of the type that has the plan of synchronisation.
  var syncName: String { SwiftName.upperFirst(module) + "Sync" }

  /// What the model says of synchronisation; nothing for a model that does not speak of it.
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
