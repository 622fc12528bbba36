import RowsmithSchema

@testable import Rowsmith

// Changes of to-one relationships to one of several entities, as the model compiler takes them apart.
extension SchemaEdits {
  /// Adds one that leads to two or three entities, to some of which it is the other end of a list.
  mutating func addChoice(to entity: Int, named name: String) {
    let first = below(schema.entities.count)
    var targets = others(than: [first])
    guard keyType(first) != nil, !targets.isEmpty else { return }
    var parts = [first]
    for _ in 0..<(1 + below(2)) where !targets.isEmpty {
      parts.append(targets.remove(at: below(targets.count)))
    }
    let required = below(4) == 0
    for target in parts {
      let targetName = schema.entities[target].name
      var part = Schema.Relationship(
        name: Schema.Choice.partName(of: name, leadingTo: targetName), target: targetName,
        cardinality: .toOne,
        isOptional: true, importPaths: [.key(name)], foreignKeyPaths: [.key("\(name)_id")], exportPath: [name]
      )
      part.choice = Schema.Choice(
        name: name, oneOf: Schema.OneOf(discriminator: [.key("sort")], values: []),
        typePaths: [.key("\(name)_type")], isRequired: required)
      if below(3) == 0 {
        part.inverse = "\(name)\(target)"
        schema.entities[target].relationships.append(
          Schema.Relationship(
            name: "\(name)\(target)", target: schema.entities[entity].name, cardinality: .toMany,
            importPaths: [.key("\(name)\(target)")], exportPath: ["\(name)\(target)"], inverse: part.name))
      }
      schema.entities[entity].relationships.append(part)
    }
    nameOptions(of: name, in: entity)
    log.append("add \(schema.entities[entity].name).\(name) to \(parts.map { schema.entities[$0].name })")
  }

  mutating func renameChoice(of entity: Int, _ number: Int) {
    guard let choice = anyChoice(of: entity) else { return }
    let new = "topic\(number)"
    change(choice, of: entity) { part in
      // What the database has is the name before the first of several edits.
      if part.renamedFrom == nil { part.renamedFrom = part.name }
      part.name = Schema.Choice.partName(of: new, leadingTo: part.target)
      part.choice?.name = new
    }
    log.append("rename \(schema.entities[entity].name).\(choice) to \(new)")
  }

  mutating func addOption(to entity: Int) {
    guard let choice = anyChoice(of: entity), var part = parts(of: choice, in: entity).first else { return }
    let known = schema.entities.indices.filter { index in
      parts(of: choice, in: entity).contains { $0.target == schema.entities[index].name }
    }
    let targets = others(than: known)
    guard !targets.isEmpty else { return }
    let old = part.target
    part.target = schema.entities[targets[below(targets.count)]].name
    part.name = Schema.Choice.partName(of: choice, leadingTo: part.target)
    part.renamedFrom = part.renamedFrom.flatMap { Schema.Choice.name(ofPart: $0, leadingTo: old) }.map {
      Schema.Choice.partName(of: $0, leadingTo: part.target)
    }
    part.inverse = nil
    schema.entities[entity].relationships.append(part)
    nameOptions(of: choice, in: entity)
    log.append("let \(schema.entities[entity].name).\(choice) lead to \(part.target)")
  }

  mutating func removeOption(of entity: Int) {
    guard let choice = anyChoice(of: entity) else { return }
    let parts = parts(of: choice, in: entity)
    guard parts.count > 2 else { return }
    let part = parts[below(parts.count)]
    remove(part, of: entity)
    nameOptions(of: choice, in: entity)
    log.append("remove \(schema.entities[entity].name).\(part.name)")
  }

  mutating func changeRequired(of entity: Int) {
    guard let choice = anyChoice(of: entity) else { return }
    change(choice, of: entity) { $0.choice?.isRequired.toggle() }
    log.append("require \(schema.entities[entity].name).\(choice), or not")
  }

  mutating func removeChoice(of entity: Int) {
    guard let choice = anyChoice(of: entity) else { return }
    for part in parts(of: choice, in: entity) { remove(part, of: entity) }
    log.append("remove \(schema.entities[entity].name).\(choice)")
  }

  /// Of several entities one remains.
  mutating func makeSole(of entity: Int) {
    guard let choice = anyChoice(of: entity) else { return }
    var parts = parts(of: choice, in: entity)
    let kept = parts.remove(at: below(parts.count))
    for part in parts { remove(part, of: entity) }
    change(choice, of: entity) { part in
      part.renamedFrom = part.renamedFrom.flatMap { Schema.Choice.name(ofPart: $0, leadingTo: part.target) }
      part.name = choice
      part.choice = nil
    }
    log.append("let \(schema.entities[entity].name).\(choice) lead to \(kept.target) alone")
  }

  /// One that led to one entity leads to others, too.
  mutating func makeChoice(of entity: Int) {
    let edited = schema.entities[entity]
    let bound = Set(edited.primaryKey + (edited.indexes + edited.uniques).joined())
    let places = edited.relationships.indices.filter { index in
      let relationship = edited.relationships[index]
      let target = schema.entities.firstIndex { $0.name == relationship.target }
      return relationship.cardinality == .toOne && relationship.choice == nil
        && !bound.contains(relationship.name)
        && target.map { keyType($0) != nil && !others(than: [$0]).isEmpty } == true
    }
    guard !places.isEmpty else { return }
    let place = places[below(places.count)]
    let name = edited.relationships[place].name
    var choice = Schema.Choice(
      name: name, oneOf: Schema.OneOf(discriminator: [.key("sort")], values: []),
      typePaths: [.key("\(name)_type")])
    choice.isRequired = !edited.relationships[place].isOptional
    rename(place, of: entity) { part in
      part.renamedFrom = part.renamedFrom.map { Schema.Choice.partName(of: $0, leadingTo: part.target) }
      part.name = Schema.Choice.partName(of: name, leadingTo: part.target)
      part.isOptional = true
      part.choice = choice
    }
    let known = schema.entities.indices.filter {
      schema.entities[$0].name == edited.relationships[place].target
    }
    let targets = others(than: known)
    var part = schema.entities[entity].relationships[place]
    part.target = schema.entities[targets[below(targets.count)]].name
    part.renamedFrom = edited.relationships[place].renamedFrom.map {
      Schema.Choice.partName(of: $0, leadingTo: part.target)
    }
    part.name = Schema.Choice.partName(of: name, leadingTo: part.target)
    part.inverse = nil
    schema.entities[entity].relationships.append(part)
    nameOptions(of: name, in: entity)
    log.append("let \(edited.name).\(name) lead to \(part.target), too")
  }

  /// Names the options that led to an entity after its new name.
  mutating func renameOptions(of entity: Int, from old: String, to new: String) {
    for place in schema.entities[entity].relationships.indices {
      guard let choice = schema.entities[entity].relationships[place].choice?.name,
        schema.entities[entity].relationships[place].target == new
      else { continue }
      rename(place, of: entity) { part in
        part.name = Schema.Choice.partName(of: choice, leadingTo: new)
        part.renamedFrom = part.renamedFrom.flatMap { Schema.Choice.name(ofPart: $0, leadingTo: old) }.map {
          Schema.Choice.partName(of: $0, leadingTo: new)
        }
      }
    }
    for choice in schema.entities[entity].choices { nameOptions(of: choice.name, in: entity) }
  }

  // MARK: Parts

  private mutating func anyChoice(of entity: Int) -> String? {
    let names = schema.entities[entity].choices.map(\.name)
    return names.isEmpty ? nil : names[below(names.count)]
  }

  private func parts(of choice: String, in entity: Int) -> [Schema.Relationship] {
    schema.entities[entity].relationships.filter { $0.choice?.name == choice }
  }

  private mutating func change(
    _ choice: String, of entity: Int, _ body: (inout Schema.Relationship) -> Void
  ) {
    for place in schema.entities[entity].relationships.indices
    where schema.entities[entity].relationships[place].choice?.name == choice {
      rename(place, of: entity, body)
    }
  }

  /// Changes a relationship, and what its other end says of its name.
  private mutating func rename(_ place: Int, of entity: Int, _ body: (inout Schema.Relationship) -> Void) {
    let old = schema.entities[entity].relationships[place]
    body(&schema.entities[entity].relationships[place])
    let new = schema.entities[entity].relationships[place]
    setInverse(of: old, to: new.name)
  }

  private mutating func remove(_ part: Schema.Relationship, of entity: Int) {
    schema.entities[entity].relationships.removeAll { $0.name == part.name }
    setInverse(of: part, to: nil)
  }

  private mutating func setInverse(of part: Schema.Relationship, to name: String?) {
    guard let inverse = part.inverse else { return }
    for other in schema.entities.indices where schema.entities[other].name == part.target {
      for item in schema.entities[other].relationships.indices
      where schema.entities[other].relationships[item].name == inverse {
        schema.entities[other].relationships[item].inverse = name
      }
    }
  }

  /// Every part says what all of them lead to.
  private mutating func nameOptions(of choice: String, in entity: Int) {
    let values = parts(of: choice, in: entity).map { Schema.DiscriminatorValue($0.target, $0.target) }
    change(choice, of: entity) { $0.choice?.oneOf.values = values }
  }

  // MARK: What one may lead to

  private func keyType(_ entity: Int) -> Layout.ColumnType? {
    let graph = SchemaGraph(schema)
    let name = schema.entities[entity].name
    guard graph.root(of: name)?.primaryKey.count == 1 else { return nil }
    let columns = graph.keyColumns(of: name)
    return columns.count == 1 ? Layout.ColumnType(columns[0].type) : nil
  }

  /// Entities of other families, with the same type of key.
  private func others(than known: [Int]) -> [Int] {
    let graph = SchemaGraph(schema)
    let roots = known.map { graph.root(of: schema.entities[$0].name)?.name }
    guard let type = known.first.flatMap(keyType) else { return [] }
    return schema.entities.indices.filter { index in
      keyType(index) == type && !roots.contains(graph.root(of: schema.entities[index].name)?.name)
    }
  }
}
