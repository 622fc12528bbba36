import Foundation
import Rowsmith
import Testing

/// What is exported can be imported again, on random models and rows.
///
/// `ROWSMITH_SEED` runs one trial, `ROWSMITH_EXPORT_ROUNDS` says how many are run.
@Suite struct ExportPropertyTests {
  @Test func `what is exported changes nothing where it came from`() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["ROWSMITH_SEED"].flatMap { UInt64($0) }
    let rounds = environment["ROWSMITH_EXPORT_ROUNDS"].flatMap { UInt64($0) } ?? 200
    var failures = 0
    for seed in seed.map({ $0..<$0 + 1 }) ?? 1..<rounds + 1 {
      let trial = RandomTrial.make(seed)
      guard let difference = try trial.exportMismatch() else { continue }
      let small = Shrinker.shrink(trial, for: .seconds(20)) { (try? $0.exportMismatch()) != .some(nil) }
      Issue.record("ROWSMITH_SEED=\(seed)\n\(small)\n\((try? small.exportMismatch()) ?? difference)")
      failures += 1
      if failures == 5 { break }
    }
  }
}

extension Trial {
  /// Imports, exports every entity that can stand alone and imports that again, twice; nil if all is as it should
  /// be.
  ///
  /// The first time, places in ordered lists may close gaps and be given to what had none; the second time nothing
  /// may change.
  fileprivate func exportMismatch() throws -> String? {
    let store = try TestStore(schema.exportingWhatIsImported)
    for step in steps {
      _ = try? store.store.importJSON(.string(step.text), into: step.target, options: step.options)
    }
    for mayMove in [true, false] {
      for entity in schema.entities where entity.parent == nil && !hasNewRecordsEveryTime(entity) {
        if let difference = try roundTrip(entity.name, in: store, mayMove: mayMove) {
          return "\(mayMove ? "first" : "second") export of \(entity.name): \(difference)"
        }
      }
    }
    return nil
  }

  /// Records without a key are new every time, embedded ones as well.
  private func hasNewRecordsEveryTime(_ entity: Schema.Entity) -> Bool {
    let graph = SchemaGraph(schema)
    return entity.primaryKey.isEmpty
      || graph.descendants(of: entity.name).flatMap(\.relationships).contains {
        graph.root(of: $0.target)?.primaryKey.isEmpty ?? false
      }
  }

  private func roundTrip(_ entity: String, in store: TestStore, mayMove: Bool) throws -> String? {
    let before = try store.image()
    var bytes: [UInt8] = []
    let exported = try store.store.exportJSON(entity: entity) { bytes.append(contentsOf: $0) }
    // What the JSON cannot say is said.
    if exported.notes.contains(where: { $0.contains("left out") || $0.contains("anew") }) { return nil }
    let isKeyed = exported.notes.contains { $0.contains("--keyed") }
    let text = String(decoding: bytes, as: UTF8.self)
    let report: ImportReport
    do {
      report = try store.store.importJSON(.string(text), into: isKeyed ? .keyed(entity) : .entity(entity))
    } catch {
      return "\(text)\n\(error)"
    }
    let after = try store.image()
    let isSame = mayMove ? after.withoutPlaces == before.withoutPlaces : after == before
    let rows = report.entities.values.reduce(0) { $0 + $1.inserted + $1.deleted + (mayMove ? 0 : $1.updated) }
    if isSame, rows == 0, report.links == ImportReport.Links() { return nil }
    return "\(text)\n\(report.entities), \(report.links)\n"
      + DatabaseImage.difference("expected", before, "found", after)
  }
}

extension DatabaseImage {
  /// The rows without their places in ordered lists.
  fileprivate var withoutPlaces: DatabaseImage {
    var copy = self
    for index in tables.indices {
      let isPlace = tables[index].columns.map { $0.hasSuffix("position") }
      copy.tables[index].rows = tables[index].rows.map { row in
        zip(row, isPlace).map { $1 ? .null : $0 }
      }
    }
    return copy
  }
}

extension Schema {
  /// The schema as models are resolved: what is exported stands where it is read first.
  fileprivate var exportingWhatIsImported: Schema {
    func first(_ paths: [ImportPath]) -> [String]? {
      paths.lazy.compactMap { if case .keys(let keys) = $0 { keys } else { nil } }.first
    }
    var schema = self
    for index in schema.entities.indices {
      for place in schema.entities[index].attributes.indices {
        schema.entities[index].attributes[place].exportPath = first(
          schema.entities[index].attributes[place].importPaths)
      }
      for place in schema.entities[index].relationships.indices {
        schema.entities[index].relationships[place].exportPath = first(
          schema.entities[index].relationships[place].importPaths)
      }
    }
    return schema
  }
}
