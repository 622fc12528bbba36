extension Schema.Relationship {
  /// Whether a record must have one: it, or another of those that make up a link to one of several entities.
  package var mustLead: Bool { !isOptional || choice?.isRequired == true }

  /// Its name in the model, where it may be a part of what has one.
  package var modelName: String { choice?.name ?? name }

  /// What it may lead to, for a sentence: `Issue or Pull`.
  package var possibleTargets: String {
    guard let choice else { return target }
    var names: [String] = []
    for value in choice.oneOf.values where !names.contains(value.entity) { names.append(value.entity) }
    guard let last = names.last, names.count > 1 else { return target }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}
