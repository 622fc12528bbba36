extension Schema.Relationship {
  /// Whether a record must have a link: by this relationship, or by another part of the same whole.
  package var mustLead: Bool { !isOptional || choice?.isRequired == true }

  /// The name in the model: that of the whole, for a part of a relationship to one of several entities.
  package var modelName: String { choice?.name ?? name }

  /// The possible targets, as words for a message: `Issue or Pull`.
  package var possibleTargets: String {
    guard let choice else { return target }
    var names: [String] = []
    for value in choice.oneOf.values where !names.contains(value.entity) { names.append(value.entity) }
    guard let last = names.last, names.count > 1 else { return target }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }
}
