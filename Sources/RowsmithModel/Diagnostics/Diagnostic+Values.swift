// Values of several parts, and attributes that hold whole objects.
extension Diagnostic {
  static func valueWithoutMembers(_ name: String, at range: SourceRange) -> Diagnostic {
    .error("the value '\(name)' has no members; write \(name): { street: String }", at: range)
  }

  static func valueCycle(_ line: [String], at range: SourceRange) -> Diagnostic {
    .error(
      "a value cannot hold itself: \(line.joined(separator: " holds ")); make one of them an entity, or JSON",
      at: range)
  }

  static func entityInValue(_ entity: String, of name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(entity)' is an entity, and a value cannot lead to one; put '\(name)' under 'relationships' of the "
        + "entities that hold the value", at: range)
  }

  static func notOfMember(_ key: String, _ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(key)' is for the attributes of entities, and '\(name)' is a member of a value; write it "
        + "at the attribute that holds the value", at: range)
  }

  static func transformOfMember(_ transform: String, _ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the app implements the transform '\(transform)', and '\(name)' is a member of a value, which "
        + "takes only built-in transforms", at: range)
  }

  static func notOfGroup(_ key: String, _ name: String, _ type: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(key)' is for single values, and '\(name)' is \(type.withArticle); write it at the members of '\(type)'",
      at: range)
  }

  static func objectPlaceType(_ place: String, _ name: String, _ type: String, at range: SourceRange)
    -> Diagnostic
  {
    .error("'\(place)' is an object, and '\(name)' is \(type.withArticle); make its type JSON?", at: range)
  }

  static func objectPlaceAmongOthers(_ place: String, _ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(place)' is always present, so '\(name)' cannot have another place", at: range)
  }

  static func requiredRest(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "an object may have only members that the model names, and this is then missing; make '\(name)' optional: JSON?",
      at: range)
  }

  static func objectPlaceTransform(_ place: String, _ name: String, at range: SourceRange) -> Diagnostic {
    .error("'\(place)' is kept unchanged; '\(name)' cannot have a 'Transform'", at: range)
  }

  static func tooManyColumns(_ name: String, _ count: Int, at range: SourceRange) -> Diagnostic {
    .error(
      "the table of '\(name)' would have \(count) columns, and SQLite allows 2000; make an entity or JSON of a part of it",
      at: range)
  }

  static func valueTooLarge(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(name)' would be more than 2000 columns, or values in values more than 31 deep; make an entity or JSON of "
        + "a part of it", at: range)
  }
}
