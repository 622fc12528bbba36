// Primary keys and indices.
extension Diagnostic {
  static func unknownKeyPart(
    _ name: String, _ entity: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "the primary key '\(name)' is not an attribute or to-one relationship of '\(entity)'",
      suggestion: suggestion,
      at: range)
  }

  static func optionalKey(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("the primary key '\(name)' must not be optional; remove the '?' from its type", at: range)
  }

  static func keyOfManyValues(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' cannot be a primary key: a list or JSON value does not identify a record", at: range)
  }

  static func keyInsideValue(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot be a primary key: it is a part of a value, which identifies nothing; make it an attribute "
        + "of the entity instead", at: range)
  }

  static func keyToMany(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' cannot be a primary key: it leads to many records", at: range)
  }

  static func keyPartWithoutKey(_ name: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' cannot be part of a primary key: '\(entity)' has no primary key itself", at: range)
  }

  static func keyCycle(_ name: String, _ entity: String, _ target: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(name)' cannot be part of the primary key of '\(entity)': the key of '\(target)' contains that key",
      at: range)
  }

  static func keyOfFamily(_ entity: String, _ root: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(entity)' has the primary key of '\(root)', which it extends; leave 'PrimaryKey' out", at: range)
  }

  static func unknownColumn(
    _ name: String, _ entity: String, in key: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(name)' in '\(key)' is not an attribute or to-one relationship of '\(entity)'",
      suggestion: suggestion,
      at: range)
  }

  static func computedColumn(_ name: String, of choice: String, in key: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("'\(name)' in '\(key)' only shows what '\(choice)' leads to; write '\(choice)'", at: range)
  }

  static func choiceAsKey(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot be a primary key: it leads to one of several entities, each of which has a column of its own; "
        + "give the entity a key of its own and put '\(name)' in 'unique'", at: range)
  }

  static func coveredIndex(_ columns: [String], by cover: String, at range: SourceRange) -> Diagnostic {
    .warning("an index on \(columns.listed("and")) adds nothing: \(cover) covers it; leave it out", at: range)
  }

  static func coveredUnique(_ columns: [String], by cover: String, at range: SourceRange) -> Diagnostic {
    .warning(
      "'unique' on \(columns.listed("and")) adds nothing: \(cover) is unique already; leave it out", at: range
    )
  }
}
