import Foundation
import Rowsmith
import RowsmithInference
import RowsmithModel
import RowsmithSchema
import TestSupport
import Testing

/// Whatever samples say, the model that is made of them passes the check without a word, and an import of them loses nothing;
/// ``TrialSeeds`` says which are tried.
@Suite struct RandomSampleTests {
  @Test func `a model made of samples is sound and loses nothing`() {
    var failures = 0
    for seed in TrialSeeds(rounds: 100).seeds {
      var server = RandomServer(seed: seed)
      let document = server.document()
      do {
        guard let mismatch = try Self.mismatch(document, types: server.types) else { continue }
        Issue.record("ROWSMITH_SEED=\(seed)\n\(document)\n#! \(mismatch)")
      } catch { Issue.record("ROWSMITH_SEED=\(seed)\n\(document)\n#! \(error)") }
      failures += 1
      if failures == TrialSeeds.failures { break }
    }
  }

  /// A value without what is around its records, which the report calls `next`, `data.next` or `["a.b"]`.
  private static func inside(_ value: JSONValue, _ left: Set<String>, under path: String = "") -> JSONValue {
    guard case .object(let members) = value else { return value }
    return .object(
      members.compactMap { member in
        let name = JSONPath().appending(key: member.key).description.dropFirst()
        let place = path + name
        if left.contains(String(place.hasPrefix(".") ? place.dropFirst() : place[...])) { return nil }
        return .init(member.key, inside(member.value, left, under: place))
      })
  }

  /// What is not as promised.
  ///
  /// - Parameter types: what records say of which kind they are.
  static func mismatch(_ document: String, types: Set<String> = []) throws -> String? {
    var options = Inference.Options()
    options.name = "samples"
    let inferred = try Inference.infer([.string(document)], options)
    let yaml = inferred.draft.yaml()
    func failure(_ words: String) -> String { "\(words)\n\(yaml)" }
    let compiled = ModelCompiler.compile([ModelSource(path: "samples.yml", text: yaml)], name: "Samples")
    if !compiled.diagnostics.isEmpty { return failure("\(compiled.diagnostics)") }
    if try Inference.infer([.string(document)], options).draft.yaml() != yaml {
      return failure("another model the second time")
    }
    let imported: Imported
    do { imported = try Imported(inferred, .string(document)) } catch { return failure("\(error)") }
    let report = imported.report
    if !report.skipped.isEmpty || !report.unlistedValues.isEmpty || !report.unlistedKinds.isEmpty {
      return failure("\(report)")
    }
    let left = Set(report.unknownKeys.keys)
    if case .document = inferred.target {} else if !left.isEmpty { return failure("unknown keys: \(left)") }
    // What came with several values is as it came last.
    if yaml.contains("came more than once with other values") { return nil }
    let whole = try? JSONValue(parsing: document)
    let parts =
      try whole.map { [$0] } ?? document.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    let values = try imported.database.values()
    for part in parts {
      let told = yaml.contains("Discriminator") ? Set(types.map { Leaves.spelling(.string($0)) }) : []
      let missing = Leaves(of: Self.inside(part, left)).missing(in: values.union(told))
      if !missing.isEmpty { return failure("lost: \(missing)") }
    }
    let again: ImportReport
    do { again = try imported.store.importJSON(.string(document), into: inferred.target) } catch {
      return failure("again: \(error)")
    }
    // Records that nothing tells apart are added again.
    if !yaml.contains("each import adds them again"),
      again.entities.values.contains(where: { $0.inserted > 0 || $0.deleted > 0 })
        || again.links != ImportReport.Links()
    {
      return failure("again: \(again)")
    }
    let hinted = try HintedModel(text: yaml, path: "samples.yml")
    do {
      let text = try hinted.adding(inferred).text
      if text != yaml { return failure("with itself as hints:\n\(text)") }
    } catch let error as HintFailure { return failure("hints: \(error.lines)") }
    return nil
  }
}
