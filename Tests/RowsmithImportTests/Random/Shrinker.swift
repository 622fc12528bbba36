import RowsmithSchema

/// Makes a failing trial smaller while it still fails.
enum Shrinker {
  /// Tries smaller trials for at most so long.
  static func shrink(_ trial: Trial, for duration: Duration, fails: (Trial) -> Bool) -> Trial {
    var best = trial
    let end = ContinuousClock.now + duration
    var hasImproved = true
    while hasImproved, ContinuousClock.now < end {
      hasImproved = false
      var index = 0
      // The same place again after a success: what follows has moved there.
      while ContinuousClock.now < end {
        let smaller = candidates(best)
        guard index < smaller.count else { break }
        if fails(smaller[index]) {
          best = smaller[index]
          hasImproved = true
        } else {
          index += 1
        }
      }
    }
    return best
  }

  private static func candidates(_ trial: Trial) -> [Trial] {
    var out: [Trial] = []
    for index in trial.steps.indices.reversed() {
      var smaller = trial
      smaller.steps.remove(at: index)
      out.append(smaller)
    }
    for (index, step) in trial.steps.enumerated() {
      for step in self.steps(step) {
        var smaller = trial
        smaller.steps[index] = step
        out.append(smaller)
      }
    }
    let used = Set(trial.steps.flatMap { $0.target.names })
    return out + schemas(trial.schema, keeping: used).map { Trial(schema: $0, steps: trial.steps) }
  }

  private static func steps(_ step: Trial.Step) -> [Trial.Step] {
    var out: [Trial.Step] = []
    let change = { (body: (inout Trial.Step) -> Void) in
      var smaller = step
      body(&smaller)
      if smaller != step { out.append(smaller) }
    }
    change { $0.repeats = false }
    change { $0.skips = false }
    change { $0.isDryRun = false }
    change { $0.policy = nil }
    change { $0.order = nil }
    change { $0.isLarge = false }
    change { $0.presets = [:] }
    for index in step.documents.indices {
      if step.documents.count > 1 { change { $0.documents.remove(at: index) } }
      for tree in trees(step.documents[index]) { change { $0.documents[index] = tree } }
    }
    return out
  }

  private static func trees(_ tree: Tree) -> [Tree] {
    var out: [Tree] = []
    switch tree {
    case .array(let items):
      if items.count > 3 {
        out.append(.array(Array(items[..<(items.count / 2)])))
        out.append(.array(Array(items[(items.count / 2)...])))
      }
      for index in items.indices {
        var fewer = items
        fewer.remove(at: index)
        out.append(.array(fewer))
      }
      for (index, item) in items.enumerated() {
        for smaller in trees(item) {
          var changed = items
          changed[index] = smaller
          out.append(.array(changed))
        }
      }
    case .object(let members):
      for index in members.indices {
        var fewer = members
        fewer.remove(at: index)
        out.append(.object(fewer))
      }
      for (index, member) in members.enumerated() {
        for smaller in trees(member.value) {
          var changed = members
          changed[index].value = smaller
          out.append(.object(changed))
        }
      }
    case .null, .bool, .number, .string: break
    }
    return out
  }

  private static func schemas(_ schema: Schema, keeping used: Set<String>) -> [Schema] {
    var out: [Schema] = []
    let change = { (body: (inout Schema) -> Void) in
      var smaller = schema
      body(&smaller)
      if smaller != schema { out.append(smaller) }
    }
    for (place, entity) in schema.entities.enumerated() {
      let isNeeded =
        used.contains(entity.name) || schema.isChosen(entity.name)
        || schema.entities.contains { other in
          other.parent == entity.name
            || (other.name != entity.name && other.relationships.contains { $0.target == entity.name })
        }
      if !isNeeded, entity.relationships.allSatisfy({ $0.inverse == nil || $0.target == entity.name }) {
        change { schema in
          schema.entities.remove(at: place)
          for index in schema.documents.indices {
            schema.documents[index].members.removeAll { $0.entity == entity.name }
          }
        }
      }
      if entity.parent == nil {
        // A family says it with one voice.
        change { schema in schema.forFamily(of: entity.name) { $0.deletedWhen = [] } }
        change { schema in schema.forFamily(of: entity.name) { $0.modificationAttribute = nil } }
      }
      change { $0.entities[place].discriminatorValues = [] }
      for attribute in entity.attributes where !entity.primaryKey.contains(attribute.name) {
        if entity.modificationAttribute == attribute.name { continue }
        change { $0.entities[place].attributes.removeAll { $0.name == attribute.name } }
      }
      for (index, relationship) in entity.relationships.enumerated() {
        if !entity.primaryKey.contains(relationship.name), !isInKey(relationship.inverse, schema) {
          change { schema in
            if let choice = relationship.choice?.name { return schema.remove(choice: choice, of: place) }
            schema.entities[place].relationships.remove(at: index)
            guard let inverse = relationship.inverse else { return }
            for other in schema.entities.indices {
              schema.entities[other].relationships.removeAll { $0.name == inverse }
            }
          }
        }
        // Its parts are read from one place.
        if relationship.choice != nil { continue }
        change { $0.entities[place].relationships[index].isOrdered = false }
        change { $0.entities[place].relationships[index].isKeyed = false }
        change { $0.entities[place].relationships[index].deleteRule = .nullify }
        change { $0.entities[place].relationships[index].prune = .unlink }
        change { $0.entities[place].relationships[index].mergePolicy = .merge }
        change { $0.entities[place].relationships[index].foreignKeyPaths = [] }
        change { $0.entities[place].relationships[index].oneOf = nil }
        change { $0.entities[place].relationships[index].isOptional = true }
      }
    }
    for document in schema.documents.indices {
      for member in schema.documents[document].members.indices {
        change { $0.documents[document].members.remove(at: member) }
        let count = schema.documents[document].members[member].oneOf?.values.count ?? 0
        for value in 0..<count where count > 1 {
          change { $0.documents[document].members[member].oneOf?.values.remove(at: value) }
        }
      }
    }
    return out
  }

  private static func isInKey(_ relationship: String?, _ schema: Schema) -> Bool {
    guard let relationship else { return false }
    return schema.entities.contains { $0.primaryKey.contains(relationship) }
  }
}

extension Schema {
  /// Whether a mixed collection can hold the entity.
  fileprivate func isChosen(_ entity: String) -> Bool {
    let choices = documents.flatMap(\.members).map(\.oneOf) + entities.flatMap(\.relationships).map(\.oneOf)
    return choices.contains { $0?.values.contains { $0.entity == entity } ?? false }
  }

  /// Takes a link to one of several entities away, with what leads back.
  fileprivate mutating func remove(choice: String, of place: Int) {
    let parts = entities[place].relationships.filter { $0.choice?.name == choice }
    let gone = Set(parts.map(\.name) + parts.compactMap(\.inverse))
    for index in entities.indices { entities[index].relationships.removeAll { gone.contains($0.name) } }
  }

  fileprivate mutating func forFamily(of root: String, _ body: (inout Schema.Entity) -> Void) {
    let family = Set(SchemaGraph(self).descendants(of: root).map(\.name))
    for index in entities.indices where family.contains(entities[index].name) { body(&entities[index]) }
  }
}
