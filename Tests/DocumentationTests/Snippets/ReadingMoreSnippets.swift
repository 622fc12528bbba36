import Bands
import Foundation
import Rowsmith
import RowsmithGzip
import Testing

/// Importing.md: what is compressed, and tables.
@Suite struct ReadingMoreSnippets {
  private let folder: ScratchFolder
  private let store: Store

  init() throws {
    folder = try ScratchFolder()
    store = try Store(.memory, model: BandsModel())
  }

  @Test func `a compressed document, and one that is not`() throws {
    let dump = folder.file("dump.json.gz")
    let gzip = "H4sIAAAAAAACA4uuVspLzE1VslLySixIzFPSUUrLL8pNTVGyMrQ0N6mNBQBBnzj+IAAAAA=="
    try #require(Data(base64Encoded: gzip)).write(to: URL(fileURLWithPath: dump))
    try store.importJSON(.file(dump).gunzipped(), into: .entity("Band"))
    #expect(try store.fetch(Band.find("Japan")) != nil)
    try Data(#"{"name": "XTC", "formed": 1972}"#.utf8).write(to: URL(fileURLWithPath: dump))
    #expect(
      try store.importJSON(.file(dump).gunzipped(), into: .entity("Band")).entities["Band"]?.inserted == 1)
  }

  @Test func `a table`() throws {
    let table = folder.file("bands.csv")
    try Data("name,formed\r\nJapan,1974\r\nXTC,1972\r\n".utf8).write(to: URL(fileURLWithPath: table))
    try store.importCSV(.file(table), into: "Band")
    #expect(try store.fetch(Band.find("Japan"))?.formed == 1974)
  }

  @Test func `a table, while others do something else`() async throws {
    let report = try await store.importCSV(.string("name\tformed\nXTC\t1972\n"), format: .tsv, into: "Band")
    #expect(report.entities["Band"]?.inserted == 1)
  }
}
