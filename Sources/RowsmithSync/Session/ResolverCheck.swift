extension SyncModel {
  /// Checks that resolvers are for entities and members that synchronise: others would never be called.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/settings``.
  func check(_ resolvers: [ConflictResolver]) throws {
    for resolver in resolvers {
      guard let table = tables.first(where: { !$0.isLinks && $0.plan.name == resolver.entity }) else {
        let names = tables.filter { !$0.isLinks }.map(\.plan.name).sorted().joined(separator: ", ")
        throw SyncError(
          .settings,
          "there is a resolver of '\(resolver.entity)', which does not synchronise on its own; name one of "
            + "\(names), or the root of a family")
      }
      let members = table.columns.map(\.member) + table.lists.map(\.name)
      guard let member = resolver.member, !members.contains(member) else { continue }
      throw SyncError(
        .settings,
        "there is a resolver of '\(resolver.entity).\(member)', which is not sent, so it has no conflicts; name "
          + "one of \(members.sorted().joined(separator: ", "))")
    }
  }
}
