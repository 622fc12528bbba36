// Routes: records that are sent or deleted.
extension Diagnostic {
  static func sendsWithout(_ methods: String, at range: SourceRange) -> Diagnostic {
    .error("'sends' needs post, put or patch, and '\(methods)' sends no record; leave it out", at: range)
  }

  static func deletesWithout(_ methods: String, at range: SourceRange) -> Diagnostic {
    .error("'deletes' needs the method delete, not '\(methods)'", at: range)
  }

  static func underWithoutBody(_ methods: String, at range: SourceRange) -> Diagnostic {
    .error("'under' wraps a body, and '\(methods)' sends none; leave it out", at: range)
  }

  static func queueOfSafe(_ method: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'offline: queue' keeps changes for later, and \(method) changes nothing; leave it out, or write 'cache: true'",
      at: range)
  }

  static func cacheOfUnsafe(_ key: String, _ method: String, at range: SourceRange) -> Diagnostic {
    .error("'\(key)' is for get and head, not for \(method); leave it out", at: range)
  }

  static func resourceNeedsKey(_ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'resource' needs a primary key that is one attribute, to name a record in a path, and that of '\(entity)' is not; "
        + "write its routes under 'routes'", at: range)
  }
}
