import Rowsmith

extension Trial {
  /// What the contract promises and the reference does not keep; nil if all is well.
  func brokenPromise() -> String? {
    let model = ReferenceModel(schema)
    var database = ReferenceDatabase()
    for (number, step) in steps.enumerated() {
      database.set(step.presets)
      let run = { (documents: [Tree], database: ReferenceDatabase) in
        try ReferenceImporter.run(
          documents, into: step.target, options: step.options, model: model, database: database)
      }
      guard let first = try? run(step.documents, database) else { continue }
      if let broken = first.database.broken(model) { return "step \(number + 1): \(broken)" }
      var another = step
      another.order = step.order ?? UInt64(number)
      if let documents = another.reordered(expecting: first.report, model) {
        guard let second = try? run(documents, database) else {
          return "step \(number + 1) fails in another order: \(Step.text(documents))"
        }
        let (wanted, found) = (first.database.image(model), second.database.image(model))
        if wanted != found {
          return "step \(number + 1) differs in another order: \(Step.text(documents))\n"
            + DatabaseImage.difference("expected", wanted, "found", found)
        }
      }
      if let difference = settled(step, first, run) { return "step \(number + 1), again: \(difference)" }
      if !step.isDryRun { database = first.database }
    }
    return nil
  }

  /// "Importing the same document twice changes no page of the database (unless the document contradicts itself)."
  private func settled(
    _ step: Step, _ first: (database: ReferenceDatabase, report: ReferenceReport),
    _ run: ([Tree], ReferenceDatabase) throws -> (database: ReferenceDatabase, report: ReferenceReport)
  ) -> String? {
    if first.report.isContradictory || !first.report.skipped.isEmpty { return nil }
    let model = ReferenceModel(schema)
    guard let second = try? run(step.documents, first.database) else {
      // The value has made the parent an entity without that relationship.
      if case .relationship(let parent, let key, _) = step.target,
        let row = first.database[RowID(table: model.table(of: parent), key: key)],
        !model.entity(row.entity, is: parent)
      {
        return nil
      }
      // Rows without a key are inserted again, and may have unique values.
      let isNew = first.report.entities.contains { model.isKeyless($0.key) && $0.value.inserted > 0 }
      return isNew ? nil : "fails"
    }
    // Rows without a key are inserted at the root, and under `Merge`.
    if second.report.entities.values.contains(where: { $0.inserted > 0 }) { return nil }
    if second.database == first.database { return nil }
    return DatabaseImage.difference(
      "first", first.database.image(model), "second", second.database.image(model))
  }
}

extension ReferenceDatabase {
  /// What no database may hold; nil if all is well.
  fileprivate func broken(_ model: ReferenceModel) -> String? {
    for (table, lines) in rows {
      for (key, row) in lines {
        for attribute in model.graph.attributes(of: row.entity) where !attribute.isOptional {
          if row.columns[attribute.name] == nil { return "\(table) \(key): \(attribute.name) is empty" }
        }
        for toOne in model.toOnes(of: row.entity) where model.isRequired(toOne, in: row.entity) {
          let ways = model.parts(of: toOne).map(model.columns)
          if ways.allSatisfy({ $0.contains { row.columns[$0] == nil } }) {
            return "\(table) \(key): \(toOne.name) is empty"
          }
        }
        for toOne in model.toOnes(of: row.entity) {
          let given = model.parts(of: toOne).flatMap(model.columns).filter { row.columns[$0] != nil }
          if toOne.choice != nil, given.count > 1 { return "\(table) \(key): \(given) all lead somewhere" }
        }
        let known =
          model.graph.attributes(of: row.entity).map(\.name)
          + model.toOnes(of: row.entity).flatMap {
            model.columns(of: $0) + [model.positionColumn(of: $0)].compactMap { $0 }
          }
        if let other = row.columns.keys.first(where: { !known.contains($0) }) {
          return "\(table) \(key): \(row.entity) has no \(other)"
        }
      }
    }
    return nil
  }
}
