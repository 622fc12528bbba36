// Names: invalid ones and collisions.
extension Diagnostic {
  static func noEntities(at range: SourceRange) -> Diagnostic {
    .error("the model declares no entity; add one under 'entities'", at: range)
  }

  static func notAnIdentifier(
    _ name: String, _ kind: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(name)' cannot name \(kind.withArticle): a name is letters, digits and underscores, and begins "
        + "with no digit",
      suggestion: suggestion, at: range)
  }

  static func reservedType(_ name: String, _ kind: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot name \(kind.withArticle): generated code uses that name for another type", at: range)
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
      "the \(kind) '\(name)' collides with the \(otherKind) '\(other)' at \(first), in Swift or where "
        + "case makes no difference; rename one of them", at: range)
  }

  static func membersCollide(
    _ name: String, with other: String, of entity: String, first: SourceRange, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(name)' collides with '\(other)' of '\(entity)' at \(first): a family of entities shares one "
        + "table, and SQL does not tell case apart; rename one of them", at: range)
  }

  static func columnsCollide(
    _ column: String, _ what: String, _ other: String, at range: SourceRange
  ) -> Diagnostic {
    .error("the column '\(column)' would hold both \(what) and \(other); rename one of them", at: range)
  }

  static func tablesCollide(_ table: String, _ what: String, _ other: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("the table '\(table)' would hold both \(what) and \(other); rename one of them", at: range)
  }

  static func casesCollide(_ value: String, _ other: String, at range: SourceRange) -> Diagnostic {
    .error("'\(value)' and '\(other)' would be the same case in Swift; keep one of them", at: range)
  }

  static func renamedFromDeclared(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'RenamedFrom' names what no longer exists, but '\(name)' is still declared", at: range)
  }
}
