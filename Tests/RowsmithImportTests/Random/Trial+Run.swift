@testable import Rowsmith

extension Trial {
  /// Runs the imports on both; nil if engine and reference agree, else what differs.
  func mismatch() -> String? {
    do {
      let store = try TestStore(schema)
      let model = ReferenceModel(schema)
      var database = ReferenceDatabase()
      for (number, step) in steps.enumerated() {
        for round in 0..<(step.repeats ? 2 : 1) {
          if let difference = try run(step, on: store, model, &database) {
            return "step \(number + 1)\(round == 1 ? ", repeated" : ""): \(difference)"
          }
        }
      }
      return nil
    } catch is Unspecified {
      return nil
    } catch {
      return "the store cannot be used: \(error)"
    }
  }

  private func run(
    _ step: Step, on store: TestStore, _ model: ReferenceModel, _ database: inout ReferenceDatabase
  ) throws -> String? {
    for (table, column) in step.presets.sorted(by: { $0.key < $1.key }) {
      _ = try store.reader.rows("UPDATE \(table) SET \(column) = '\(Trial.mine)'")
    }
    database.set(step.presets)
    let before = try store.reader.dataVersion()
    let expected = Result { () throws(ReferenceFailure) in
      try ReferenceImporter.reference(step, model, database)
    }
    if !expected.contradictions.isEmpty {
      if let broken = try brokenPromise(of: step, on: store, model) { return broken }
      throw Unspecified()
    }
    let documents = (try? expected.get()).flatMap { step.reordered(expecting: $0.report, model) }
    // The identifiers of rows without a key follow the order of the document, and rows are met in their order later.
    let reordered = try documents.map {
      try ReferenceImporter.run(
        $0, into: step.target, options: step.options, model: model, database: database
      ).database
    }
    if let reordered, let expected = try? expected.get(),
      reordered.image(model) != expected.database.image(model)
    {
      return "the reference differs in another order"
    }
    let found = Result {
      var options = step.options
      if step.isLarge {
        (options.lateIndexBytes, options.repeatedObjectBytes, options.rowsBeforeQueue) = (0, 0, 0)
      }
      let text = documents.map(Step.text) ?? step.text
      return try store.store.importJSON(.string(text), into: step.target, options: options)
    }
    let after = try store.reader.dataVersion()
    switch (expected, found) {
    case (.success(let expected), .success(let report)):
      let stored = step.isDryRun ? database : expected.database
      let (wanted, image) = (stored.image(model), try store.image(beside: stored))
      if image != wanted {
        return "the rows differ\n" + DatabaseImage.difference("expected", wanted, "found", image)
      }
      if let difference = expected.report.difference(report, model) { return difference }
      if expected.report.isIdle, expected.database == database, before != after {
        return "nothing changed, but pages were written"
      }
      if step.isDryRun {
        if before != after { return "a dry run wrote pages" }
      } else {
        database = reordered ?? expected.database
      }
    case (.failure(let expected), .failure(let error as ImportError)):
      if !expected.agrees(error, step) {
        return "another failure: expected \(expected), found \(error.reason) \(error)"
      }
      if before != after { return "it failed, but pages were written" }
      if try store.image(beside: database) != database.image(model) {
        return "it failed and changed the rows"
      }
    case (.failure, .failure(let error)): return "not an ImportError: \(error)"
    case (.failure(let failure), .success):
      return "should fail: \(failure)\nfound\n\(try store.image().boxes)"
    case (.success(let expected), .failure(let error)):
      return "should not fail: \(error)\nexpected\n\(expected.database.image(model).boxes)"
    }
    return nil
  }
}

extension Trial {
  /// The contract does not say what comes of a step. What follows in the trial is not known then, either.
  struct Unspecified: Error {}

  /// What SQL sets the app's own attributes to.
  static let mine = "mine"
}

extension ReferenceDatabase {
  /// Sets columns that are the app's own in all rows.
  mutating func set(_ presets: [String: String]) {
    for (table, column) in presets {
      for key in (rows[table] ?? [:]).keys { rows[table]?[key]?.columns[column] = .text(Trial.mine) }
    }
  }
}

extension ReferenceImporter {
  fileprivate static func reference(
    _ step: Trial.Step, _ model: ReferenceModel, _ database: ReferenceDatabase
  ) throws(ReferenceFailure) -> (database: ReferenceDatabase, report: ReferenceReport) {
    do {
      return try run(
        step.documents, into: step.target, options: step.options, model: model, database: database)
    } catch let failure as ReferenceFailure {
      throw failure
    } catch {
      throw ReferenceFailure(reason: .customization, message: "\(error)")
    }
  }
}

extension ReferenceFailure {
  /// Whether the other failure is in the same root record, where there are several. Which of the faults of one root
  /// record is found first is nobody's business.
  fileprivate func agrees(_ error: ImportError, _ step: Trial.Step) -> Bool {
    // A record that nothing can complete may be refused where it stands, or in the end.
    if isJudgedAtTheEnd || error.reason == .missingValue { return true }
    if reason == .unknownTarget || error.reason == .unknownTarget { return reason == error.reason }
    guard case .array = step.documents[0], let path, let found = error.path else { return true }
    return path.prefix { $0 != "]" } == found.prefix { $0 != "]" }
  }
}

extension Result
where Success == (database: ReferenceDatabase, report: ReferenceReport), Failure == ReferenceFailure {
  /// How the document contradicts itself, where the contract does not say what comes of it.
  fileprivate var contradictions: Set<Contradiction> {
    switch self {
    case .success(let result): result.report.contradictions
    case .failure(let failure): failure.contradictions
    }
  }
}
