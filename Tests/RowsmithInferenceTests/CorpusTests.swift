import Foundation
import Rowsmith
import RowsmithInference
import RowsmithModel
import RowsmithSchema
import TestSupport
import Testing

/// Documents as public servers send them, and the models that are made of them. `ROWSMITH_GOLDEN=write` writes the models
/// anew; whoever does so reads them.
@Suite struct CorpusTests {
  @Test(arguments: CorpusSample.all)
  func `the model of a public document is the one that was read and found good`(_ sample: CorpusSample) throws
  {
    let yaml = try sample.infer().draft.yaml()
    if ProcessInfo.processInfo.environment["ROWSMITH_GOLDEN"] == "write" {
      try Data(yaml.utf8).write(to: sample.golden)
    }
    #expect(try yaml == String(contentsOf: sample.golden, encoding: .utf8))
  }

  @Test(arguments: CorpusSample.all)
  func `the model of a public document passes the check without a warning`(_ sample: CorpusSample) throws {
    let yaml = try sample.infer().draft.yaml()
    let compiled = ModelCompiler.compile(
      [ModelSource(path: "\(sample.name).yml", text: yaml)], name: "Sample")
    #expect(compiled.diagnostics.isEmpty)
  }

  @Test(arguments: CorpusSample.all)
  func `importing a public document with its model loses nothing`(_ sample: CorpusSample) throws {
    let inferred = try sample.infer()
    let imported = try Imported(inferred, .file(sample.json.path))
    #expect(imported.report.skipped.isEmpty)
    #expect(imported.report.unlistedValues.isEmpty)
    #expect(imported.report.unlistedKinds.isEmpty)
    // What is around the records of a document is no record.
    let left = Set(imported.report.unknownKeys.keys)
    if case .document = inferred.target {} else { #expect(left.isEmpty) }
    for (entity, count) in sample.counts {
      #expect(try imported.database.rows(of: entity) == count, "\(entity)")
    }
    let source = try JSONValue(parsing: String(contentsOf: sample.json, encoding: .utf8))
    let lost = Leaves(of: source, except: left).missing(in: try imported.database.values())
    #expect(Set(lost) == sample.superseded.union(sample.kinds))
  }

  @Test(arguments: CorpusSample.all)
  func `importing a public document again changes nothing but records without a key`(_ sample: CorpusSample)
    throws
  {
    let inferred = try sample.infer()
    let imported = try Imported(inferred, .file(sample.json.path))
    let again = try imported.store.importJSON(.file(sample.json.path), into: inferred.target)
    #expect(again.entities.values.allSatisfy { $0.inserted == 0 && $0.deleted == 0 })
    #expect(again.links == ImportReport.Links())
  }
}
