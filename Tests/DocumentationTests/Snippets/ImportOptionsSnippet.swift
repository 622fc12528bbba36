import Bands
import Foundation
import Rowsmith
import Testing

/// Importing.md.
@Suite struct ImportOptionsSnippet {
  @Test func `the options of an import`() throws {
    let path = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    let store = try Store(.memory, model: BandsModel())
    var options = ImportOptions()
    options.onInvalid = .skip
    options.progress = { print($0.bytes, "bytes,", $0.records, "records") }
    let report = try store.importJSON(.file(path), into: .document("catalog"), options: options)
    for record in report.skipped { print(record.path, record.message) }
    #expect(report.skippedCount == 0)
    #expect(report.entities["Album"]?.inserted == 17)
  }
}

/// The tests print nothing.
private func print(_ items: any Sendable...) {}
