// What tells the records of a family, or of a mixed collection, apart.
extension Diagnostic {
  static func discriminatorWithoutOneOf(at range: SourceRange) -> Diagnostic {
    .error(
      "'Discriminator' belongs to 'oneOf' here; write 'oneOf: [Person, Comment]' beside it, or move it to the "
        + "entity that the others extend", at: range)
  }

  static func valueOutsideFamily(_ value: String, _ entity: String, _ root: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("'\(value)' stands for '\(entity)', which does not extend '\(root)'", at: range)
  }

  static func kindWithoutValue(_ entity: String, at range: SourceRange) -> Diagnostic {
    .warning(
      "'values' has none for '\(entity)', so no JSON can say that a record is one; add it", at: range)
  }

  static func oneOfToOne(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' leads to one record, and 'oneOf' is for many: one record of several entities is not supported "
        + "yet; let them extend one entity and write 'to: Parent?' without 'oneOf'", at: range)
  }

  static func oneOfUnrelated(_ name: String, _ entity: String, _ other: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(name)' cannot lead to both '\(entity)' and '\(other)', which extend no common entity; let them "
        + "extend one, or put the collection in a document", at: range)
  }

  static func oneOfOutsideTarget(_ name: String, _ entity: String, _ target: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(name)' leads to '\(target)', which '\(entity)' does not extend; let it, or put the collection in a "
        + "document", at: range)
  }
}
