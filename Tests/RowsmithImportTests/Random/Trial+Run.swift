@testable import Rowsmith

extension Trial {
  /// Runs the imports on both; nil if engine and reference agree, else what differs.
  func mismatch() -> String? {
    do {
      let store = try TestStore(schema)
      var database = ReferenceDatabase()
      for (number, step) in steps.enumerated() {
        for round in 0..<(step.repeats ? 2 : 1) {
          if let difference = try run(step, on: store, &database) {
            return "step \(number + 1)\(round == 1 ? ", repeated" : ""): \(difference)"
          }
        }
      }
      return nil
    } catch {
      return "the store cannot be used: \(error)"
    }
  }

  private func run(_ step: Step, on store: TestStore, _ database: inout ReferenceDatabase) throws -> String? {
    let model = ReferenceModel(schema)
    let before = try store.reader.dataVersion()
    let expected = Result { () throws(ReferenceFailure) in
      try ReferenceImporter.reference(step, schema, database)
    }
    let found = Result {
      var options = step.options
      if step.isLarge { options.lateIndexBytes = 0 }
      return try store.store.importJSON(.string(step.text), into: step.target, options: options)
    }
    let after = try store.reader.dataVersion()
    switch (expected, found) {
    case (.success(let expected), .success(let report)):
      let wanted = (step.isDryRun ? database : expected.database).image(model)
      let image = try store.image()
      if image != wanted {
        return "the rows differ\n" + DatabaseImage.difference("expected", wanted, "found", image)
      }
      if let difference = expected.report.difference(report) { return difference }
      if expected.report.isIdle, expected.database == database, before != after {
        return "nothing changed, but pages were written"
      }
      if step.isDryRun {
        if before != after { return "a dry run wrote pages" }
      } else {
        database = expected.database
      }
    case (.failure(let expected), .failure(let error as ImportError)):
      if !expected.agrees(error, step) {
        return "another failure: expected \(expected), found \(error.reason) \(error)"
      }
      if before != after { return "it failed, but pages were written" }
      if try store.image() != database.image(model) { return "it failed and changed the rows" }
    case (.failure, .failure(let error)): return "not an ImportError: \(error)"
    case (.failure(let failure), .success):
      return "should fail: \(failure)\nfound\n\(try store.image().boxes)"
    case (.success(let expected), .failure(let error)):
      return "should not fail: \(error)\nexpected\n\(expected.database.image(model).boxes)"
    }
    return nil
  }
}

extension ReferenceImporter {
  fileprivate static func reference(
    _ step: Trial.Step, _ schema: Schema, _ database: ReferenceDatabase
  ) throws(ReferenceFailure) -> (database: ReferenceDatabase, report: ReferenceReport) {
    do {
      return try run(
        step.documents, into: step.target, options: step.options, schema: schema, database: database)
    } catch let failure as ReferenceFailure {
      throw failure
    } catch {
      throw ReferenceFailure(reason: .customization, message: "\(error)")
    }
  }
}

extension ReferenceReport {
  /// Whether no row was written, not even to be written back.
  fileprivate var isIdle: Bool {
    added == 0 && removed == 0 && waiting == 0 && skipped.isEmpty
      && entities.values.allSatisfy { $0.inserted == 0 && $0.updated == 0 && $0.deleted == 0 }
  }

  /// What the engine counted otherwise.
  func difference(_ report: ImportReport) -> String? {
    var lines: [String] = []
    let names = Set(entities.keys).union(report.entities.keys).sorted()
    for name in names {
      let own = entities[name] ?? Counts()
      let other = report.entities[name] ?? ImportReport.Counts()
      let found = Counts(
        inserted: other.inserted, updated: other.updated, unchanged: other.unchanged, deleted: other.deleted)
      if own != found { lines.append("\(name): expected \(own.text), found \(found.text)") }
    }
    if added != report.links.added || removed != report.links.removed {
      lines.append(
        "links: expected +\(added) -\(removed), found +\(report.links.added) -\(report.links.removed)")
    }
    if unresolved != report.unresolved {
      lines.append(
        "unresolved: expected \(unresolved.sorted { $0.key < $1.key }), found \(report.unresolved)")
    }
    if !agrees(report.skipped) {
      lines.append("skipped: expected \(skipped), found \(report.skipped.map { "\($0.path) \($0.message)" })")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Whether the same records were left out. Of faults inside one another the outermost counts: which of them is
  /// found first is nobody's business.
  private func agrees(_ found: [ImportReport.Skipped]) -> Bool {
    let records = skipped.map(\.record)
    let outermost = records.filter { record in
      !records.contains { $0 != record && record.isPath(inside: $0) }
    }
    return found.allSatisfy { skip in outermost.contains { skip.path.isPath(inside: $0) } }
      && outermost.allSatisfy { record in found.contains { $0.path.isPath(inside: record) } }
  }
}

extension ReferenceReport.Counts {
  fileprivate var text: String {
    "\(inserted) inserted, \(updated) updated, \(unchanged) unchanged, \(deleted) deleted"
  }
}

extension ReferenceFailure {
  /// Whether the other failure is in the same root record, where there are several. Which of the faults of one root
  /// record is found first is nobody's business.
  fileprivate func agrees(_ error: ImportError, _ step: Trial.Step) -> Bool {
    if reason == .unknownTarget || error.reason == .unknownTarget { return reason == error.reason }
    guard case .array = step.documents[0], let path, let found = error.path else { return true }
    return path.prefix { $0 != "]" } == found.prefix { $0 != "]" }
  }
}

extension String {
  /// Whether the JSON path is the other one or leads on from it.
  fileprivate func isPath(inside other: String) -> Bool {
    hasPrefix(other)
      && (count == other.count || dropFirst(other.count).first.map { ".[".contains($0) } == true)
  }
}
