// Synchronisation: the section `sync`, and which entities synchronise.
extension Diagnostic {
  static func syncGivenTwice(first: SourceRange, at range: SourceRange) -> Diagnostic {
    .error("'sync' is given in two files; it is already at \(first)", at: range)
  }

  static func unknownSyncKey(_ key: String, _ known: [String], of server: String, at range: SourceRange)
    -> Diagnostic
  {
    let nearest = Suggestion.nearest(to: key, in: known)
    let help = nearest == nil ? "; it takes \(known.listed("and"))" : ""
    return .error("unknown key '\(key)' in 'sync' with '\(server)'\(help)", suggestion: nearest, at: range)
  }

  static func badKintoName(_ name: String, _ what: String, help: String = "", at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(name)' cannot name a \(what) in Kinto: use letters from a to z or A to Z, digits, "
        + "hyphens and underscores, and begin it with a letter or digit\(help)", at: range)
  }

  static func badOverlap(_ text: String, at range: SourceRange) -> Diagnostic {
    .error("'overlap' must be a whole number of seconds, at most 86400 (a day), found '\(text)'", at: range)
  }

  static func placeholderInChanges(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("the path of 'changes' cannot have a placeholder: nothing would fill ':\(name)'", at: range)
  }

  static func syncWithoutServer(at range: SourceRange) -> Diagnostic {
    .error(
      "'sync' needs a server; write sync: { server: kinto, bucket: notes } at the top of the model, or leave it out",
      at: range)
  }

  static func nothingToSync(at range: SourceRange) -> Diagnostic {
    .warning(
      "'sync' has no effect: no entity synchronises; leave out 'sync: false' of one of them", at: range)
  }

  static func syncNeedsKey(_ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(entity)' synchronises, and has no primary key to recognise its records by; give it one, or write "
        + "'sync: false'", at: range)
  }

  static func syncNeedsOneKey(_ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(entity)' synchronises, and its primary key is not one attribute; give it one of type UUID or String, or "
        + "write 'sync: false'", at: range)
  }

  static func syncKeyType(_ key: String, _ entity: String, _ type: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(entity)' synchronises, and its primary key '\(key)' is \(type.withArticle); make it a UUID or String, or write "
        + "'sync: false'", at: range)
  }

  static func numberAsSyncKey(_ key: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .warning(
      "the primary key '\(key)' of '\(entity)' is an Int, and two clients could create the same number; make "
        + "it a UUID or String, or write 'sync: pull'", at: range)
  }

  static func syncOfWhatStays(_ name: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .warning("'sync' of '\(name)' has no effect, as '\(entity)' is not synchronised; leave it out", at: range)
  }

  static func collectionsCollide(_ collection: String, _ what: String, _ other: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("the collection '\(collection)' would hold both \(what) and \(other); name another", at: range)
  }
}

// Synchronisation: routes.
extension Diagnostic {
  static func unknownSyncRoute(_ name: String, suggestion: String?, at range: SourceRange) -> Diagnostic {
    let help = suggestion == nil ? "; declare it under 'routes'" : ""
    return .error("there is no route '\(name)'\(help)", suggestion: suggestion, at: range)
  }

  static func wrongSyncRoute(_ name: String, _ role: String, _ wanted: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("the route '\(name)' cannot be '\(role)', which takes \(wanted)", at: range)
  }

  static func noListRoute(_ entity: String, _ wanted: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(entity)' synchronises, and no route lists its records; add \(wanted), name a feed of 'changes', or write "
        + "'sync: false'", at: range)
  }

  static func noReadRoute(_ entity: String, _ wanted: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(entity)' synchronises, and no route reads one of its records; add \(wanted), or write 'sync: false'",
      at: range)
  }

  static func noSendingRoute(_ entity: String, _ verbs: [String], at range: SourceRange) -> Diagnostic {
    .error(
      "'\(entity)' synchronises both ways, and no route \(verbs.listed("or")) its records; add such routes, or write "
        + "'sync: pull'", at: range)
  }

  static func unknownVersion(_ name: String, of entity: String, suggestion: String?, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'version' names '\(name)', which is neither etag nor an attribute of '\(entity)' that the server sets",
      suggestion: suggestion, at: range)
  }

  static func queueOfSynced(_ key: String, _ entity: String, _ root: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(entity)' synchronises, and '\(key)' would send it a second time; leave 'offline' out, or write 'sync: false' "
        + "or 'sync: pull' at '\(root)'", at: range)
  }
}
