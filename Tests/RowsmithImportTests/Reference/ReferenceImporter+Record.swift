import Rowsmith

extension ReferenceImporter {
  /// The record's own values, its links, then what is embedded in it. A row without a key that was linked here before is
  /// the record's anew.
  mutating func apply(
    _ mention: Mention, at id: RowID, embedding: Embedding?, isAnew: Bool = false
  ) throws {
    let outer = current
    current = mention.path
    defer { current = outer }
    if around.contains(id) {
      insideItself.insert(id)
      if isAnew { contradictions.insert(.meetsItself) }
    }
    around.append(id)
    defer { around.removeLast() }
    if survey.stale.contains(mention.path) {
      named.insert(id)
      nameParts(of: id)
      count(rows[id]?.entity ?? mention.entity, \.stale)
      // Whether it counts as what it says it is, or as what the row is, is not said.
      report.isEachNamedOnce = false
      return try applyForThemselves(mention, in: id)
    }
    if mention.isTombstone { return }
    named.insert(id)
    if isAnew, let before = mentions[id]?.last, !before.saysTheSame(as: mention) {
      // The list is in the document twice, and each time the row is the item's anew.
      (claims.isContradictory, claims.movesKeyless) = (true, true)
    }
    mentions[id, default: []].append(mention)
    let kind = mention.key == nil ? kindWithoutKey(mention, id) : survey.kinds[id] ?? mention.entity
    if rows[id] == nil {
      rows[id] = ReferenceRow(entity: kind)
      inserted.insert(id)
      report.writes += 1
      for toOne in model.toOnes(of: kind) {
        waited[Slot(row: id, relationship: toOne.name)] = pointer(id, toOne)
      }
      for (column, value) in zip(model.graph.keyColumns(of: kind), id.key) {
        if case .attribute = column.source { rows[id]?.columns[column.name] = value }
      }
    } else if mention.key == nil {
      become(kind, id)
    }
    setKeyLinks(id)
    if isAnew { given[id] = [] }
    if isAnew || mention.overwrites && id != kept { overwritten.insert(id) }
    for attribute in model.graph.attributes(of: kind) {
      guard let value = mention.values[attribute.name] else { continue }
      given[id, default: []].insert(attribute.name)
      claims.give(id, attribute.name, value)
      if rows[id]?.columns[attribute.name] != value.nonNull {
        rows[id]?.columns[attribute.name] = value.nonNull
        if !inserted.contains(id) { report.writes += 1 }
      }
    }
    // "All lists of an object count where the object starts, before what is inside the items of any of them."
    var places: [[RowID]] = []
    let order = mention.statements.indices.sorted {
      mention.statements[$0].rank < mention.statements[$1].rank
    }
    var identities: [Int: [RowID]] = [:]
    for index in order {
      identities[index] = link(mention.statements[index], of: id, isAnew: isAnew, embedding: embedding)
    }
    places = mention.statements.indices.map { identities[$0] ?? [] }
    if isAnew { empty(id, except: mention.statements, embedding) }
    for (statement, rows) in zip(mention.statements, places) {
      try applyEmbedded(statement, rows, in: id, embedding)
    }
  }

  /// "No discriminator: a row that is here keeps its kind."
  private func kindWithoutKey(_ mention: Mention, _ id: RowID) -> String {
    guard !mention.isGiven, let now = rows[id]?.entity, model.entity(now, is: mention.asked) else {
      return mention.entity
    }
    return now
  }

  /// A row without a key is the record's anew: it keeps nothing of what it was.
  private mutating func become(_ kind: String, _ id: RowID) {
    let model = model
    guard let before = rows[id]?.entity, before != kind else { return }
    empty(id, except: [], nil) { model.graph.relationship($0, of: kind) == nil }
    loseLinks(to: id, as: before, now: kind, by: current)
    let known = Set(model.graph.attributes(of: kind).map(\.name))
    let columns = rows[id]?.columns ?? [:]
    rows[id]?.columns = columns.filter { known.contains($0.key) }
    rows[id]?.entity = kind
    report.writes += 1
  }

  /// A statement by itself, and the records in it.
  mutating func apply(
    _ statement: Mention.Statement, of id: RowID, isAnew: Bool, embedding: Embedding?
  ) throws {
    let places = link(statement, of: id, isAnew: isAnew, embedding: embedding)
    try applyEmbedded(statement, places, in: id, embedding)
  }

  private mutating func applyEmbedded(
    _ statement: Mention.Statement, _ places: [RowID], in id: RowID, _ embedding: Embedding?
  ) throws {
    let relationship = statement.relationship
    let inner = Embedding(relationship: relationship.inverse, parent: id)
    var holder = Mention(
      path: "", table: "", asked: "", entity: "", isGiven: false, key: nil, overwrites: false)
    holder.statements = [statement]
    for (mention, place) in zip(holder.embedded, places) {
      try apply(
        mention, at: place, embedding: inner,
        isAnew: mention.key == nil && rows[place] != nil)
    }
  }

  /// "Changes nothing of the row, its links and its rows without a key; records embedded in it count for themselves."
  private mutating func applyForThemselves(_ mention: Mention, in id: RowID) throws {
    for statement in mention.statements {
      var holder = mention
      holder.statements = [statement]
      for inner in holder.embedded {
        guard let key = inner.key else {
          try applyForThemselves(inner, in: RowID(table: inner.table, key: []))
          continue
        }
        let row = RowID(table: inner.table, key: key)
        let inverse = id.key.isEmpty ? nil : model.inverseToOne(statement.relationship)
        let isFree =
          inverse.map { inverse in model.parts(of: inverse).allSatisfy { pointer(row, $0) == nil } } ?? false
        try apply(inner, at: row, embedding: nil)
        if let inverse, isFree { rescue(row, inverse, in: id) }
      }
    }
  }

  /// A record that must have a parent, is not here or has lost it, and says of none has the one it stands in.
  private mutating func rescue(_ id: RowID, _ inverse: Schema.Relationship, in parent: RowID) {
    guard let row = rows[id], model.graph.relationship(inverse.name, of: row.entity) != nil,
      model.isRequired(inverse, in: row.entity),
      model.parts(of: inverse).allSatisfy({ pointer(id, $0) == nil })
    else { return }
    point(id, inverse, to: parent.key)
  }

  /// The to-ones that are part of a key lead where the key says.
  private mutating func setKeyLinks(_ id: RowID) {
    nameParts(of: id)
    for (toOne, target) in keyLinks(id) { point(id, toOne, to: target) }
  }

  /// A part of a key that is a link names its row.
  mutating func nameParts(of id: RowID) {
    for (toOne, target) in keyLinks(id) {
      let part = RowID(table: model.table(of: toOne.target), key: target)
      named.insert(part)
      nameParts(of: part)
    }
  }

  private func keyLinks(_ id: RowID) -> [(Schema.Relationship, Key)] {
    guard let root = model.graph.root(of: id.table) else { return [] }
    var links: [(Schema.Relationship, Key)] = []
    var rest = id.key[...]
    for part in root.primaryKey {
      guard let toOne = root.relationships.first(where: { $0.name == part }) else {
        rest = rest.dropFirst()
        continue
      }
      let count = model.columns(of: toOne).count
      links.append((toOne, Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    return links
  }

  /// "Such a row is the item's anew: […] its own relationships are empty then": as if the row that was there had been
  /// deleted, with what it owned.
  private mutating func empty(
    _ id: RowID, except said: [Mention.Statement], _ embedding: Embedding?,
    where isMeant: (String) -> Bool = { _ in true }
  ) {
    guard let row = rows[id] else { return }
    for relationship in model.graph.relationships(of: row.entity) where isMeant(relationship.name) {
      if said.contains(where: { model.isSame($0.relationship, as: relationship.name) }) { continue }
      // The link to the record in which the item is embedded is what it is given.
      let embedder = relationship.name == embedding?.relationship ? embedding?.parent.key : nil
      if model.owns(relationship, of: row.entity) {
        for item in items(id, relationship) where item.key != embedder { markLeaving(item) }
      }
      if relationship.cardinality == .toOne {
        if embedder == nil, pointer(id, relationship) != nil { point(id, relationship, to: nil) }
      } else {
        for key in positions(id, relationship).keys where key != embedder { unlink(key, id, relationship) }
      }
    }
  }
}

extension Mention {
  /// Whether two mentions give the same values and speak of the same relationships.
  fileprivate func saysTheSame(as other: Mention) -> Bool {
    values == other.values && entity == other.entity
      && statements.map(\.relationship.name) == other.statements.map(\.relationship.name)
  }
}

extension Mention.Statement {
  /// The record's own columns first, then its lists.
  fileprivate var rank: Int { if case .toOne = value { 0 } else { 1 } }
}
