// Relationships: targets, inverses, policies.
extension Diagnostic {
  static func typeAsTarget(_ type: String, of name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(type)' is not an entity; put '\(name)' under 'attributes'", at: range)
  }

  static func orderedToOne(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' leads to one record, which has no order; leave 'ordered' out", at: range)
  }

  static func policyNeedsKey(_ name: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'MergeAndPrune' on '\(name)' needs to recognise records, but '\(entity)' has no primary key; give "
        + "it one or use another policy", at: range)
  }

  static func foreignKeyNeedsKey(_ name: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error("the foreign key of '\(name)' has nothing to refer to: '\(entity)' has no primary key", at: range)
  }

  static func foreignKeyToComposite(_ name: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the foreign key of '\(name)' cannot refer to a record: the primary key of '\(entity)' has several parts",
      at: range)
  }

  static func keyedNeedsKey(_ name: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' is keyed by primary key, but '\(entity)' has none; write [\(entity)] or give it one",
      at: range)
  }

  static func keyedNeedsMapKey(_ name: String, _ entity: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' is keyed, but the primary key of '\(entity)' has several parts; write 'ImportName: "
        + "$key' at the part that the keys give", at: range)
  }

  static func unknownInverse(
    _ name: String, _ entity: String, suggestion: String?, at range: SourceRange
  ) -> Diagnostic {
    .error("'\(entity)' has no relationship '\(name)'", suggestion: suggestion, at: range)
  }

  static func inverseOfItself(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' cannot be its own inverse; declare the other direction as a relationship, or write "
        + "'inverse: none'",
      at: range)
  }

  static func inverseLeadsElsewhere(
    _ name: String, of entity: String, to target: String, not back: String, at range: SourceRange
  ) -> Diagnostic {
    .error("'\(name)' of '\(entity)' leads to '\(target)', not back to '\(back)'", at: range)
  }

  static func inverseIsInherited(
    _ inverse: String, _ declarer: String, of name: String, _ target: String, at range: SourceRange
  ) -> Diagnostic {
    .error(
      "'\(inverse)' is declared by '\(declarer)' and only inherited by '\(target)'; let '\(name)' lead to "
        + "'\(declarer)'", at: range)
  }

  static func inversesDisagree(_ name: String, _ other: String, _ named: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("'\(name)' names '\(other)' as its inverse, but '\(other)' names '\(named)'", at: range)
  }

  static func inverseTaken(_ name: String, by other: String, at range: SourceRange) -> Diagnostic {
    .error("'\(name)' is already the inverse of '\(other)'", at: range)
  }

  static func replaceByDefault(_ name: String, at range: SourceRange) -> Diagnostic {
    .warning(
      "'\(name)' is left at the default MergePolicy Replace: embedded records are overwritten whole, and "
        + "one that nothing refers to any more is deleted; write 'MergePolicy: Merge' for records that "
        + "are shared or also arrive elsewhere in full, or 'MergePolicy: Replace' to keep this policy",
      at: range)
  }

  static func pruneWithoutPolicy(_ name: String, _ policy: String, at range: SourceRange) -> Diagnostic {
    .warning(
      "'Prune' has no effect on '\(name)': it belongs to MergeAndPrune, and the policy is \(policy)",
      at: range)
  }

  static func keptByItems(
    _ name: String, _ entity: String, _ items: [String], at range: SourceRange
  ) -> Diagnostic {
    let names = (items.prefix(4).map { "'\($0)'" } + (items.count > 4 ? ["others"] : [])).listed("and")
    return .warning(
      "a record that leaves '\(name)' is kept as long as its \(names) refer to it; write 'DeleteRule: Cascade' on "
        + "\(names) of '\(entity)' if they belong to it, or 'MergePolicy: Merge' here", at: range)
  }

  static func cannotUnlinkKey(_ name: String, _ inverse: String, of entity: String, at range: SourceRange)
    -> Diagnostic
  {
    .warning(
      "records that leave '\(name)' cannot be unlinked, because '\(inverse)' is part of the primary key of "
        + "'\(entity)'; write 'Prune: Delete'", at: range)
  }

  static func cannotUnlink(_ name: String, _ inverse: String, of entity: String, at range: SourceRange)
    -> Diagnostic
  {
    .warning(
      "records that leave '\(name)' cannot be unlinked, because '\(inverse)' of '\(entity)' is required; "
        + "write 'Prune: Delete', or make it optional", at: range)
  }
}
