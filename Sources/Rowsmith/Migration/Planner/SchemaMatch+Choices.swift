import RowsmithSchema

// A to-one relationship to one of several entities has a part for each, named after both: if either is renamed, so is the
// part.
extension SchemaMatch {
  /// The choice of the old entity that a choice of the new one was.
  func formerChoice(of choice: Schema.Choice.Parts, of entity: String, in former: String) -> Schema.Choice
    .Parts?
  {
    formerNames(choice.name, renamedFrom: choice.renamedFrom, of: entity).lazy
      .compactMap { old.choice($0, of: former) }.first
  }

  /// The choice of the new entity that a choice of the old one has become.
  func currentChoice(of name: String, in former: String, now entity: String) -> Schema.Choice.Parts? {
    new.lineage(of: entity).lazy.flatMap(\.choices).first {
      formerChoice(of: $0, of: entity, in: former)?.name == name
    }
  }

  /// The to-one relationship of the old entity that became a part of a choice, or was one and is no longer: the one that led
  /// to the same entity.
  func formerPart(
    of relationship: Schema.Relationship, of entity: String, in former: String
  ) -> Schema.Relationship? {
    guard relationship.cardinality == .toOne, let target = predecessor(of: relationship.target)?.name else {
      return nil
    }
    guard let choice = relationship.choice else {
      return formerNames(relationship.name, renamedFrom: relationship.renamedFrom, of: entity).lazy
        .compactMap { self.part(of: $0, leadingTo: target, in: former) }.first
    }
    let whole = relationship.renamedFrom.map {
      Schema.Choice.name(ofPart: $0, leadingTo: relationship.target) ?? $0
    }
    return formerNames(choice.name, renamedFrom: whole, of: entity).lazy.compactMap { name in
      if let part = self.part(of: name, leadingTo: target, in: former) { return part }
      // It led to that entity only.
      let sole = old.relationship(name, of: former)
      return sole.flatMap { $0.cardinality == .toOne && $0.target == target ? $0 : nil }
    }.first
  }

  private func part(of choice: String, leadingTo target: String, in former: String) -> Schema.Relationship? {
    old.choice(choice, of: former)?.relationships.first { $0.target == target }
  }

  /// The possible former names, the earlier one first. It counts only while nothing else has that name.
  private func formerNames(_ name: String, renamedFrom: String?, of entity: String) -> [String] {
    guard let renamedFrom, renamedFrom != name, new.choice(renamedFrom, of: entity) == nil,
      new.attribute(renamedFrom, of: entity) == nil, new.relationship(renamedFrom, of: entity) == nil
    else { return [name] }
    return [renamedFrom, name]
  }
}
