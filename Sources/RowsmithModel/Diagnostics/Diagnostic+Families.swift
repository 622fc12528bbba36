// Inheritance and documents.
extension Diagnostic {
  static func unknownEntity(_ name: String, suggestion: String?, at range: SourceRange) -> Diagnostic {
    let help = suggestion == nil ? "; declare it under 'entities'" : ""
    return .error("there is no entity '\(name)'\(help)", suggestion: suggestion, at: range)
  }

  static func familyCycle(_ names: [String], at range: SourceRange) -> Diagnostic {
    let line = (names + names.prefix(1)).map { "'\($0)'" }.joined(separator: " extends ")
    return .error("\(line), which is a cycle", at: range)
  }

  static func discriminatorNotOnRoot(_ root: String, at range: SourceRange) -> Diagnostic {
    .error("a family has one discriminator; move this to '\(root)'", at: range)
  }

  static func discriminatorWithoutFamily(_ entity: String, at range: SourceRange) -> Diagnostic {
    .warning("this discriminator has no effect: no entity extends '\(entity)'", at: range)
  }

  static func emptyDocument(_ name: String, at range: SourceRange) -> Diagnostic {
    .error(
      "the document '\(name)' is empty; write key paths with entities, such as 'bands: [Band]'",
      at: range)
  }

  static func membersOverlap(_ path: String, _ outer: String, at range: SourceRange) -> Diagnostic {
    .error(
      "'\(path)' is inside '\(outer)', which holds records itself; make it a relationship of their entity",
      at: range)
  }
}
