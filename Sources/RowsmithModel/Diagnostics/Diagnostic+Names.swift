// Names: invalid ones and collisions.
extension Diagnostic {
  static func noEntities(at range: SourceRange) -> Diagnostic {
    .error("the model declares no entity; add one under 'entities'", at: range)
  }

  static func notAnIdentifier(
    _ name: String, _ kind: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(name)' cannot name \(kind.withArticle): a name has letters, digits and underscores, and "
        + "does not begin with a digit",
      suggestion: suggestion, at: range)
  }

  static func reservedType(_ name: String, _ kind: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot name \(kind.withArticle): generated code uses that name for another type", at: range)
  }

  static func nameOfHooks(_ name: String, _ kind: String, of entity: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(name)' cannot name \(kind.withArticle): generated code uses that name for the hooks of '\(entity)'",
      at: range)
  }

  static func reservedMember(_ name: String, _ kind: String, key: String, at range: SourceRange) -> Diagnostic
  {
    .error(
      "'\(name)' cannot name \(kind.withArticle): generated code uses that name; choose another and write "
        + "'ImportName: \(key)'", at: range)
  }

  static func reservedPrefix(
    _ name: String, _ kind: String, _ prefix: String, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(name)' cannot name \(kind.withArticle): names that begin with '\(prefix)' are reserved", at: range)
  }

  static func declaredTwice(
    _ name: String, _ kind: String, first: SourceRange, at range: SourceRange
  ) -> Diagnostic {
    .error("the \(kind) '\(name)' is declared twice; it is already at \(first)", at: range)
  }

  static func typesCollide(
    _ name: String, _ kind: String, with other: String, _ otherKind: String, first: SourceRange,
    at range: SourceRange
  ) -> Diagnostic {
    .error(
      "the \(kind) '\(name)' collides with the \(otherKind) '\(other)' at \(first), in Swift "
        + "or if case is ignored; rename one of them", at: range)
  }

  static func membersCollide(
    _ name: String, with other: String, of entity: String, first: SourceRange, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(name)' collides with '\(other)' of '\(entity)' at \(first): a family of entities shares one "
        + "table, and SQL ignores case; rename one of them", at: range)
  }

  static func columnsCollide(
    _ column: String, _ what: String, _ other: String, at range: SourceRange
  ) -> Diagnostic {
    .error("the column '\(column)' would hold both \(what) and \(other); rename one of them", at: range)
  }

  static func rowIDHasNoName(_ table: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the table of '\(table)' has columns named rowid, _rowid_ and oid, so SQLite's rowid has no name left; "
        + "rename one of them", at: range)
  }

  static func tablesCollide(_ table: String, _ what: String, _ other: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("the table '\(table)' would hold both \(what) and \(other); rename one of them", at: range)
  }

  /// - Parameter key: the key in the JSON that the part is read from by its name; `nil` if the model gives another place.
  static func orderTakesKeyPart(
    _ part: String, of entity: String, order: String, key: String?, at range: SourceRange
  ) -> Diagnostic {
    let help = key.map { " and write 'ImportName: \($0)'" } ?? ""
    return .error(
      "the column 'source_position' would hold both '\(part)' of the key of '\(entity)' and the order of "
        + "'\(order)'; rename '\(part)'\(help)", at: range)
  }

  static func casesCollide(_ value: String, _ other: String, at range: SourceRange) -> Diagnostic {
    .error("'\(value)' and '\(other)' would be the same case in Swift; keep one of them", at: range)
  }

  static func renamedFromTwice(_ name: String, first: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(first)' has the rows of '\(name)' already, by its own 'RenamedFrom'; keep one of them", at: range)
  }

  static func renamedFromDeclared(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'RenamedFrom' takes a name that no longer exists, but '\(name)' is still declared", at: range)
  }
}
