import Rowsmith

extension Trial {
  /// What is promised of a document that contradicts itself, and is not so; nil if all is well: the import ends, what it
  /// leaves is whole, and importing the document again comes to rest.
  func brokenPromise(of step: Step, on store: TestStore, _ model: ReferenceModel) throws -> String? {
    var seen = [try store.settled(model)]
    for _ in 0..<Trial.patience {
      let report: ImportReport
      do {
        report = try store.store.importJSON(.string(step.text), into: step.target, options: step.options)
      } catch is ImportError {
        return try store.settled(model) == seen.last ? nil : "it failed and changed the rows"
      }
      if let broken = try store.reader.tables(model.layout).broken(model) {
        return "\(broken)\n\(try store.image().boxes)"
      }
      let image = try store.settled(model)
      // Rows without a key are inserted again.
      if image == seen.last
        || report.entities.contains(where: { model.isKeyless($0.key) && $0.value.inserted > 0 })
      {
        return nil
      }
      // What is left out decides which stamp is kept, and the stamp what is left out the next time.
      if seen.contains(image),
        report.skippedCount > 0 || report.entities.values.contains(where: { $0.stale > 0 }),
        model.hasStamps
      {
        return nil
      }
      seen.append(image)
    }
    return "importing it again and again changes the rows each time\n\(try store.image().boxes)"
  }

  /// After how many imports a document that contradicts itself has come to rest.
  private static let patience = 6
}

extension TestStore {
  /// What the database holds, without the places of items: one that a document takes out of an ordered list and puts back
  /// goes to its end each time. They must not tell rows without a key apart either.
  fileprivate func settled(_ model: ReferenceModel) throws -> DatabaseImage {
    try reader.tables(model.layout).withoutPlaces.canonical(model.layout)
  }
}

extension ReferenceModel {
  /// Whether a mention of a row can be older than the row.
  fileprivate var hasStamps: Bool { graph.schema.entities.contains { $0.modificationAttribute != nil } }
}
