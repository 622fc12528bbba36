import Foundation
import Rowsmith
import TestSupport
import Testing

/// Whatever a later version of a server says, it comes in with `--schema-contract evolve`, or nothing changes; ``TrialSeeds`` says
/// which versions are tried.
@Suite struct RandomEvolvingTests {
  @Test func `what contradicts a model made of samples comes in whole, or not at all`() throws {
    var failures = 0
    var refused = 0
    for seed in TrialSeeds(rounds: 25).seeds {
      var trial = try Trial(seed: seed)
      let mismatch: String?
      do { mismatch = try trial.mismatch() } catch { mismatch = "\(error)" }
      if let refusal = trial.refusal {
        refused += 1
        if TrialSeeds.areAsked { print("refused \(seed): \(refusal)") }
      }
      guard let mismatch else { continue }
      Issue.record("ROWSMITH_SEED=\(seed)\n\(trial.documents.joined(separator: "\n---\n"))\n#! \(mismatch)")
      failures += 1
      if failures == TrialSeeds.failures { break }
    }
    if TrialSeeds.areAsked { print("refused: \(refused)") }
  }

  struct Trial {
    private let folder: Folder
    private let types: Set<String>
    let documents: [String]
    /// Why the second document did not come in.
    var refusal: String?

    init(seed: UInt64) throws {
      folder = try Folder()
      var server = RandomServer(seed: seed)
      let first = server.document()
      server.change()
      documents = [first, server.document()]
      types = server.types
    }

    private func run(_ arguments: String...) throws -> RowsmithProcess.Outcome {
      try RowsmithProcess.run(arguments, in: folder)
    }

    private func model() throws -> String { try folder.read("feed.yml") }

    private func values() throws -> Set<String> {
      try PlainDatabase(path: "\(folder.path)/feed.db").values()
    }

    private func importing(_ file: String) throws -> RowsmithProcess.Outcome {
      try run("import", file, "--into", "feed.db", "--schema-contract", "evolve")
    }

    /// What is not as promised.
    mutating func mismatch() throws -> String? {
      try folder.write(documents[0], to: "feed.json")
      try folder.write(documents[1], to: "later.json")
      let first = try run("import", "feed.json", "--into", "feed.db")
      if first.status != 0 { return "the first: \(first.diagnostics)" }
      let (model, values) = (try model(), try values())
      let outcome = try importing("later.json")
      func failure(_ words: String) throws -> String {
        "\(words)\n\(outcome.diagnostics)\(outcome.output)\n\(model)\n--- is now\n\(try self.model())"
      }
      if outcome.status == 1 {
        refusal = outcome.diagnostics
        if !outcome.diagnostics.contains("error: ") { return try failure("no error") }
        if try self.model() != model || self.values() != values { return try failure("half written") }
        return nil
      }
      if outcome.status != 0 { return try failure("status \(outcome.status)") }
      let check = try run("check", "feed.yml")
      if check.status != 0 { return try failure("check: \(check.diagnostics)") }
      let lost = try missing(documents[1], outcome.output)
      if !lost.isEmpty { return try failure("lost: \(lost)") }
      for file in ["later.json", "feed.json"] {
        let again = try importing(file)
        if again.status != 0 { return try failure("\(file) again: \(again.diagnostics)") }
      }
      return nil
    }

    /// What of a document is not in the database.
    private func missing(_ document: String, _ output: String) throws -> [String] {
      let yaml = try model()
      if yaml.contains("came more than once with other values") { return [] }
      let whole = try? JSONValue(parsing: document)
      let parts =
        try whole.map { [$0] } ?? document.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      let told = yaml.contains("Discriminator") ? Set(types.map { Leaves.spelling(.string($0)) }) : []
      let values = try values().union(told)
      // What is around the records of an answer is no record, which the report says.
      let left = Set(
        parts.flatMap(\.keys).filter { key in output.contains("first: \(JSONPath().appending(key: key))\n") })
      return parts.flatMap { part in
        Leaves(of: part, except: left).missing(in: values)
      }
    }
  }
}

extension JSONValue {
  /// The keys of an object.
  fileprivate var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }
}
