import Rowsmith

extension Trial {
  /// What is promised of a document that contradicts itself, and is not so; nil if all is well: the import ends, what it
  /// leaves is whole, and importing the document again comes to rest.
  func brokenPromise(of step: Step, on store: TestStore, _ model: ReferenceModel) throws -> String? {
    var last = try store.image()
    for _ in 0..<Trial.patience {
      let report: ImportReport
      do {
        report = try store.store.importJSON(.string(step.text), into: step.target, options: step.options)
      } catch is ImportError {
        return try store.image() == last ? nil : "it failed and changed the rows"
      }
      let image = try store.image()
      if let broken = try store.reader.tables(model.layout).broken(model) {
        return "\(broken)\n\(image.boxes)"
      }
      // Rows without a key are inserted again.
      if image.withoutPlaces == last.withoutPlaces
        || report.entities.contains(where: { model.isKeyless($0.key) && $0.value.inserted > 0 })
      {
        return nil
      }
      last = image
    }
    return "importing it again and again changes the rows each time\n\(last.boxes)"
  }

  /// After how many imports a document that contradicts itself has come to rest.
  private static let patience = 6
}
