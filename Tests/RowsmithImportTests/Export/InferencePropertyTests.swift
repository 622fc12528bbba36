import RowsmithInference
import RowsmithModel
import RowsmithSchema
import TestSupport
import Testing

@testable import Rowsmith

/// Whatever a model and its rows are: a model that is made of their export takes in all of it.
@Suite struct InferencePropertyTests {
  @Test func `a model made of an export loses nothing of it`() throws {
    var failures = 0
    for seed in TrialSeeds(rounds: 75).seeds {
      let trial = RandomTrial.make(seed, .exported)
      guard let difference = try mismatch(trial) else { continue }
      let small = Shrinker.shrink(trial, for: TrialSeeds.shrinking) { (try? mismatch($0)) != .some(nil) }
      Issue.record("ROWSMITH_SEED=\(seed)\n\(small)\n\((try? mismatch(small)) ?? difference)")
      failures += 1
      if failures == TrialSeeds.failures { break }
    }
  }

  private func mismatch(_ trial: Trial) throws -> String? {
    let store = try TestStore(trial.schema)
    for step in trial.steps {
      _ = try? store.store.importJSON(.string(step.text), into: step.target, options: step.options)
    }
    for entity in trial.schema.entities where entity.parent == nil {
      var bytes: [UInt8] = []
      _ = try store.store.exportJSON(entity: entity.name) { bytes.append(contentsOf: $0) }
      let json = String(decoding: bytes, as: UTF8.self)
      if let difference = try lost(json, named: entity.name) { return "\(entity.name): \(difference)" }
    }
    return nil
  }

  private func lost(_ json: String, named name: String) throws -> String? {
    let value = try JSONValue(parsing: json)
    if [.array([]), .object([])].contains(value) { return nil }
    var options = Inference.Options()
    options.name = name
    let inferred = try Inference.infer([.string(json)], options)
    let yaml = inferred.draft.yaml()
    let compiled = ModelCompiler.compile([ModelSource(path: "Inferred.yml", text: yaml)], name: "Inferred")
    guard let schema = compiled.schema, compiled.diagnostics.isEmpty else {
      return "\(compiled.diagnostics)\n\(yaml)\n\(json)"
    }
    let other = try TestStore(schema)
    let report: ImportReport
    do { report = try other.importJSON(json, into: inferred.target) } catch {
      return "\(error)\n\(yaml)\n\(json)"
    }
    if !report.skipped.isEmpty || !report.unlistedValues.isEmpty || !report.unlistedKinds.isEmpty {
      return "\(report)\n\(yaml)\n\(json)"
    }
    let left = Set(report.unknownKeys.keys)
    if case .document = inferred.target {
    } else if !left.isEmpty {
      return "unknown \(left)\n\(yaml)\n\(json)"
    }
    // The words of a discriminator are in the model; records that are produced say them again.
    let again = try exported(other, schema)
    let values = try other.plainValues().union(Leaves(of: again).all)
    let missing = Leaves(of: value, except: left).missing(in: values)
    if !missing.isEmpty { return "lost \(missing)\n\(yaml)\n\(json)" }
    return KeptTogether(value, except: left).torn(in: KeptTogether(again)).map {
      "torn \($0.sorted())\n\(yaml)\n\(json)"
    }
  }

  /// All records, as they are exported.
  private func exported(_ store: TestStore, _ schema: Schema) throws -> JSONValue {
    let roots = schema.entities.filter { $0.parent == nil }
    return .array(
      try roots.map { entity in
        var bytes: [UInt8] = []
        try store.store.exportJSON(entity: entity.name) { bytes.append(contentsOf: $0) }
        return try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
      })
  }

  @Test func `what one object says must be in one object again`() throws {
    func torn(_ one: String, _ other: String) throws -> Set<String>? {
      let (one, other) = try (JSONValue(parsing: one), JSONValue(parsing: other))
      return KeptTogether(one).torn(in: KeptTogether(other))
    }
    #expect(
      try torn(
        #"[{"a": 1, "b": {"c": [1, 2], "d": null}}]"#, #"{"b": {"c": [1, 2]}, "e": {"a": 1.0, "f": 2}}"#)
        == nil)
    #expect(try torn(#"{"a": 1, "b": 2}"#, #"[{"a": 1, "b": 3}, {"a": 0, "b": 2}]"#)?.count == 2)
    #expect(try torn(#"{"a": [1, 2]}"#, #"{"a": [2, 1]}"#)?.count == 1)
  }
}

extension TestStore {
  /// Every value in every table.
  fileprivate func plainValues() throws -> Set<String> {
    var values: Set<String> = []
    let tables = try reader.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_rowsmith_*'")
    for case .text(let table)? in tables.map(\.first) {
      for value in try reader.rows("SELECT * FROM \"\(table)\"").joined() {
        switch value {
        case .null: continue
        case .integer(let number): values.insert(Leaves.spelling(.number("\(number)")))
        case .real(let number): values.insert(Leaves.spelling(.number("\(number)")))
        case .text(let text): values.formUnion(Leaves(ofColumn: .string(text)).all)
        case .blob(let bytes): values.insert("data \([UInt8](bytes))")
        }
      }
    }
    return values
  }
}
