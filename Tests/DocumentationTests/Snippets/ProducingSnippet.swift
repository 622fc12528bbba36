import Bands
import Foundation
import Rowsmith
import Testing

/// ProducingJSON.md.
@Suite struct ProducingSnippet {
  private let printed = Printed()

  private func print(_ items: Any...) { printed.print(items) }

  private func store() throws -> Store {
    let store = try Store(.memory, model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
    return store
  }

  @Test func `from a database`() throws {
    let store = try store()
    var file = Data()
    let bands = try store.exportJSON(Band.filter { $0.formed < 1975 })
    let japan = try store.exportJSON(Band.self, keys: ["Japan"])
    let report = try store.exportJSON(entity: "Album") { bytes in file.append(contentsOf: bytes) }
    #expect(bands.starts(with: Data(#"[{"name":"Japan","#.utf8)))
    #expect(japan.count < bands.count)
    #expect(report.bytes == file.count)
  }

  @Test func `with choices`() throws {
    let store = try store()
    var options = ExportOptions()
    options.nulls = .written
    options.toMany = .omitted
    options.embedded = [["albums"]]
    options.omitted = [["bandDescription"], ["albums", "label"]]
    let json = try store.exportJSON(Band.self, keys: ["Japan"], options: options)
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains(#""released_as":null"#))
    #expect(text.contains(#""albums":[{"name":"#))
    #expect(!text.contains("label") && !text.contains("description") && !text.contains("members"))
  }

  @Test func `from values`() throws {
    let model = BandsModel()
    var band = Band(name: "Japan", formed: 1974, disbanded: 1982)
    print(try model.json(of: band).text)

    let old = band
    band.formed = 1975
    band.disbanded = nil
    print(try model.json(of: band, changedFrom: old).text)

    #expect([printed.text] == Sample.outputs(of: "ProducingJSON"))
  }
}
