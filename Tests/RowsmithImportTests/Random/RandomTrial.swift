import Rowsmith

/// Makes trials. The reference goes along, so that parents named by a target are there.
struct RandomTrial {
  private var random: SplitMix64
  private let model: ReferenceModel
  private let features: RandomFeatures
  private var database = ReferenceDatabase()

  /// - Parameter endsOpen: whether the trial ends with the first document of which the contract does not say what comes of
  ///   it. Otherwise it has none.
  static func make(_ seed: UInt64, _ features: RandomFeatures = .all, endsOpen: Bool = false) -> Trial {
    var random = SplitMix64(seed: seed)
    let schema = RandomModel.make(random.next(), features)
    var maker = RandomTrial(random: random, model: ReferenceModel(schema), features: features)
    var steps: [Trial.Step] = []
    var leftOut: [Set<Contradiction>] = []
    for _ in 0..<(1 + maker.random.below(6)) {
      for step in maker.steps() {
        let contradictions = maker.follow(step)
        if contradictions.isEmpty || endsOpen { steps.append(step) } else { leftOut.append(contradictions) }
        if !contradictions.isEmpty, endsOpen { return Trial(schema: schema, steps: steps) }
      }
    }
    return Trial(schema: schema, steps: steps, leftOut: leftOut)
  }

  private init(random: SplitMix64, model: ReferenceModel, features: RandomFeatures) {
    self.random = random
    self.model = model
    self.features = features
  }

  /// Imports as well, unless the contract does not say what comes of it.
  ///
  /// - Returns: how the document contradicts itself then.
  private mutating func follow(_ step: Trial.Step) -> Set<Contradiction> {
    var next = database
    next.set(step.presets)
    do {
      let result = try ReferenceImporter.run(
        step.documents, into: step.target, options: step.options, model: model, database: next)
      if !result.report.contradictions.isEmpty { return result.report.contradictions }
      if !step.isDryRun { next = result.database }
    } catch {
      if let failure = error as? ReferenceFailure, !failure.contradictions.isEmpty {
        return failure.contradictions
      }
    }
    database = next
    return []
  }

  /// One step, or the two halves of one.
  private mutating func steps() -> [Trial.Step] {
    var step = self.step()
    guard step.documents.count == 1, case .array(let items) = step.documents[0], items.count > 1,
      random.chance(15)
    else { return [step] }
    let half = 1 + random.below(items.count - 1)
    step.documents = [.array(Array(items[..<half]))]
    var second = step
    second.documents = [.array(Array(items[half...]))]
    return [step, second]
  }

  private mutating func step() -> Trial.Step {
    let isDirty = random.chance(20)
    var maker = RandomDocument(
      random: SplitMix64(seed: random.next()), model: model, dirt: isDirty ? 6 : 0, isWide: random.chance(8),
      features: features)
    let entity = random.pick(model.graph.schema.entities).name
    var step = Trial.Step(target: .entity(entity), documents: [])
    step.skips = random.chance(isDirty ? 60 : 5)
    step.repeats = random.chance(30)
    step.isDryRun = random.chance(3)
    step.isLarge = random.chance(50)
    if features.contains(.shuffled), random.chance(30) { step.order = random.next() }
    for entity in model.graph.schema.entities where random.chance(20) {
      for attribute in entity.attributes where attribute.isLocal {
        step.presets[entity.name] = attribute.name
      }
    }
    step.policy = random.pick([nil, nil, nil, nil, nil, .merge, .mergeAndPrune, .mergeAndPrune, .replace])
    switch random.below(10) {
    case 0 where model.graph.root(of: entity)?.primaryKey.count == 1:
      step.target = .keyed(entity)
      let records = (0..<random.below(4)).map { _ in maker.record(entity, depth: 3, isInMap: true) }
      step.documents = [maker.map(records, of: entity)]
    case 1, 2, 3:
      guard let document = model.graph.schema.documents.first, !document.members.isEmpty else { fallthrough }
      step.target = .document(document.name)
      step.documents = [self.document(document, &maker, isWhole: step.policy == .replace)]
    case 4:
      guard let target = relationshipTarget() else { fallthrough }
      step.target = target.0
      // A model cannot ask for it either: "`MergeAndPrune` […] towards an entity without a primary key".
      if model.isKeyless(target.1.target), step.policy == .mergeAndPrune { step.policy = .replace }
      step.documents = [
        target.1.cardinality == .toMany
          ? maker.toMany(target.1, depth: 3)
          : random.chance(15)
            ? nil : maker.record(target.1.target, depth: 2, parent: target.1.inverse, isEmbedded: true)
      ]
    case 5: step.documents = [step.skips || random.chance(90) ? maker.record(entity, depth: 4) : nil]
    case 6:
      step.documents = maker.records(entity)
      if step.documents.isEmpty { step.documents = [[]] }
    default: step.documents = [.array(maker.records(entity, upTo: maker.isWide ? 9 : 5))]
    }
    return step
  }

  private mutating func document(
    _ document: Schema.Document, _ maker: inout RandomDocument, isWhole: Bool
  ) -> Tree {
    var object = TreeBuilder()
    for member in document.members.shuffled(using: &random) where isWhole || random.chance(80) {
      if let oneOf = member.oneOf {
        let records = (0..<random.below(5)).map { _ in maker.mixed(oneOf, depth: 2) }
        object.put(member.path, random.chance(4) ? nil : .array(records))
        continue
      }
      if random.chance(3) {
        object.put(member.path, nil)
        continue
      }
      let records = maker.records(member.entity, upTo: 3)
      object.put(
        member.path, member.shape == .keyed ? maker.map(records, of: member.entity) : .array(records))
    }
    return object.tree
  }

  /// A relationship of a row that is there.
  private mutating func relationshipTarget() -> (ImportTarget, Schema.Relationship)? {
    var choices: [(ImportTarget, Schema.Relationship)] = []
    for (table, rows) in database.rows.sorted(by: { $0.key < $1.key }) where !model.isKeyless(table) {
      for (key, row) in rows.sorted(by: { $0.key.map(\.cell).lexicographicallyPrecedes($1.key.map(\.cell)) })
      {
        for relationship in model.graph.relationships(of: row.entity) {
          let isKey = model.graph.root(of: table)?.primaryKey.contains(relationship.name) ?? false
          let isPartner = relationship.cardinality == .toOne && model.oneToOneInverse(of: relationship) != nil
          // The key cannot change, and a record must not be its own partner.
          if isKey || relationship.choice != nil
            || (isPartner && model.table(of: relationship.target) == table)
          {
            continue
          }
          choices.append((.relationship(parent: row.entity, key: key, name: relationship.name), relationship))
        }
      }
    }
    return choices.isEmpty ? nil : random.pick(choices)
  }
}
