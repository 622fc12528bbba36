import Rowsmith
import TestSupport
import Testing

/// What is exported can be imported again, on random models and rows; ``TrialSeeds`` says which.
@Suite struct ExportPropertyTests {
  /// All of it on one store: to import what is exported changes nothing where it came from.
  @Test func `what is exported, produced and patched makes the rows that it came from`() throws {
    try forEachTrial { trial in
      try trial.onStore { store in
        try store.exported(trial) ?? store.produced() ?? store.patch()
      }
    }
  }

  private func forEachTrial(_ mismatch: (Trial) throws -> String?) throws {
    var failures = 0
    for seed in TrialSeeds(rounds: 60).seeds {
      let trial = RandomTrial.make(seed, .exported)
      guard let difference = try mismatch(trial) else { continue }
      let small = Shrinker.shrink(trial, for: TrialSeeds.shrinking) { (try? mismatch($0)) != .some(nil) }
      Issue.record("ROWSMITH_SEED=\(seed)\n\(small)\n\((try? mismatch(small)) ?? difference)")
      failures += 1
      if failures == TrialSeeds.failures { break }
    }
  }
}

extension ExportStore {
  /// What is exported changes nothing where it came from, and makes the same rows in an empty store.
  fileprivate func exported(_ trial: Trial) throws -> String? {
    for way in ExportWay.some(trial) {
      if let difference = try cycle(way) { return difference }
      if way.isWhole, let difference = try move(way) { return difference }
    }
    return nil
  }

  /// What is produced from values changes nothing where they were read, once an export has given what is listed its place.
  fileprivate func produced() throws -> String? {
    for nulls in ExportOptions.Nulls.allCases {
      if let difference = try cycleValues(nulls) { return difference }
    }
    return nil
  }
}

extension Trial {
  /// Imports everything and goes on with the store.
  fileprivate func onStore(_ body: (ExportStore) throws -> String?) throws -> String? {
    let schema = schema.exportingWhatIsImported
    let store = try TestStore(schema)
    for step in steps {
      _ = try? store.store.importJSON(.string(step.text), into: step.target, options: step.options)
    }
    return try body(ExportStore(store: store, schema: schema))
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
        let relationship = schema.entities[index].relationships[place]
        schema.entities[index].relationships[place].exportPath = first(relationship.importPaths)
        // Some models name the foreign key, others have the one that is implied.
        if (index + place) % 2 == 0 {
          schema.entities[index].relationships[place].keyExportPath = first(relationship.foreignKeyPaths)
        }
      }
    }
    return schema
  }
}
