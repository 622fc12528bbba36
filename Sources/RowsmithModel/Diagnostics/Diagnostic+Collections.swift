// Discriminators of families and mixed collections.
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
      "'values' has no entry for '\(entity)', so no JSON can say that a record is one; add it", at: range)
  }

  static func oneOfToOne(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' leads to one record of one family, whose discriminator says what it is; write 'to: Parent?' without 'oneOf', "
        + "or 'oneOf' without 'to' if the entities extend no common one", at: range)
  }

  static func requiredWithoutChoice(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'required' is for a 'oneOf' that leads to one record; for '\(name)' the type says it: 'Band' is required, 'Band?' is not",
      at: range)
  }

  static func choiceNeedsKey(_ name: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot lead to '\(entity)', whose key is not one attribute; give it a 'PrimaryKey' of one attribute",
      at: range)
  }

  static func choiceKeysDiffer(_ name: String, _ entity: String, _ other: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(name)' leads to '\(entity)' and to '\(other)', whose keys are of different types; one column shows both",
      at: range)
  }

  static func choiceTakesName(_ name: String, _ member: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(member)' is a name that the relationship '\(name)' uses, as are '\(name)_type' and '\(name)_id'; choose another",
      at: range)
  }

  static func oneOfOutsideTarget(_ name: String, _ entity: String, _ target: String, at range: SourceRange)
    -> Diagnostic
  {
    .error(
      "'\(name)' leads to '\(target)', which '\(entity)' does not extend; make it extend that, or put the collection in a "
        + "document", at: range)
  }
}
