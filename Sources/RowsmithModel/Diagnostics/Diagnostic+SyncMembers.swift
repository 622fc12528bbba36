// Synchronisation: attributes and relationships.
extension Diagnostic {
  static func unsentKey(_ name: String, of entity: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is the primary key of '\(entity)' and is always sent; leave 'sync' out", at: range)
  }

  static func noPermissions(_ server: String, at range: SourceRange) -> Diagnostic {
    .error("'\(server)' has no permissions beside a record; leave 'sync' out", at: range)
  }

  static func permissionsType(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' holds permissions, which are a JSON object; make its type JSON", at: range)
  }

  static func localPermissions(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is local, and permissions come from the server; leave 'local' or 'sync' out", at: range)
  }

  static func unproducedPermissions(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' holds permissions, which are sent; leave 'export: false' out", at: range)
  }

  static func twoPermissions(_ name: String, _ first: String, of entity: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("the permissions of '\(entity)' are in '\(first)'; leave 'sync' of '\(name)' out", at: range)
  }

  static func syncOfOne(_ name: String, _ word: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(word)' is for to-many relationships, and '\(name)' leads to one record, whose key is sent "
        + "with the attributes; leave 'sync' out", at: range)
  }

  static func itemsSendLinks(_ name: String, _ link: String, at range: SourceRange) -> Diagnostic {
    .error("the links of '\(name)' are sent as '\(link)'; write 'sync: false' there", at: range)
  }

  static func noMemberships(_ name: String, _ link: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the links of '\(name)' are sent as '\(link)', so there are no memberships; write 'sync: array', or leave it out",
      at: range)
  }

  static func noMembershipRoutes(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'rest' has no routes for memberships of '\(name)'; write 'sync: array', or make an entity of the memberships",
      at: range)
  }

  static func linksSentTwice(_ name: String, _ other: String, at range: SourceRange) -> Diagnostic {
    .error("'\(other)' sends the same links as '\(name)'; leave 'sync' out of one of them", at: range)
  }

  static func arrayNotProduced(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is not exported, so it cannot be sent; leave 'export: false' or 'sync' out", at: range)
  }

  static func linksToWhatStays(_ name: String, _ target: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' leads to '\(target)', which is not synchronised, so the server knows none of its "
        + "keys; synchronise it, or leave 'sync' out", at: range)
  }

  static func linkToWhatStays(_ name: String, _ target: String, at range: SourceRange) -> Diagnostic {
    .warning(
      "'\(name)' leads to '\(target)', which is not synchronised, so its key means nothing on other "
        + "devices; synchronise it, or write 'sync: false' at '\(name)'", at: range)
  }

  static func unknownInConflict(_ name: String, _ entity: String, suggestion: String?, at range: SourceRange)
    -> Diagnostic
  {
    .error("'\(entity)' has no attribute or relationship '\(name)'", suggestion: suggestion, at: range)
  }

  static func conflictOfKey(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is the primary key, which never changes; leave it out of 'conflict'", at: range)
  }

  static func conflictOfUnsent(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is not sent, so it is never in conflict; leave it out of 'conflict'", at: range)
  }

  static func conflictOfUnsentLinks(_ name: String, _ other: String?, at range: SourceRange) -> Diagnostic {
    let advice =
      other.map { "; its links are sent as '\($0)', so write a policy there" }
      ?? "; leave it out of 'conflict'"
    return .error("'\(name)' is not sent, so it is never in conflict\(advice)", at: range)
  }

  static func unionOfNoList(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'union' is for lists, and '\(name)' is not one; write another policy, such as fieldMerge", at: range)
  }

  static func unionWithoutList(_ entity: String, at range: SourceRange) -> Diagnostic {
    .warning("'union' is for lists, and '\(entity)' has none; it does what 'fieldMerge' does", at: range)
  }

  static func conflictOfPull(_ key: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .warning("'\(key)' has no effect, as nothing of '\(entity)' is sent; leave it out", at: range)
  }
}
