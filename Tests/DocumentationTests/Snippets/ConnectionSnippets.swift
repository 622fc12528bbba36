import Bands
import Foundation
import Rowsmith
import Testing

/// What an app gives the connections of a store: OpeningAStore.md, Querying.md and comments.
@Suite struct ConnectionSnippets {
  private let scratch: ScratchFolder
  private let printed = Printed()
  private var path: String { scratch.file("bands.sqlite") }

  init() throws {
    scratch = try ScratchFolder()
    let store = try Store(.file(path), model: BandsModel())
    let document = Repository.root.appendingPathComponent("Schemas/Documents/bands.json").path
    try store.importJSON(.file(document), into: .document("catalog"))
  }

  private func print(_ items: Any...) { printed.print(items) }

  @Test func `functions and collations`() throws {
    var options = StoreOptions()
    options.functions = [
      SQLFunction("initial", arguments: 1, isDeterministic: true) { values in
        guard case .text(let text) = values[0] else { return .null }
        return .text(String(text.prefix(1)))
      }
    ]
    options.collations = [Collation("reversed") { $1.compare($0) }]
    let store = try Store(.file(path), model: BandsModel(), options: options)
    let withJ = try store.fetch(Band.filter(.sql("initial(name) = ?", "J")))
    let last = try store.fetch(Band.sql("SELECT * FROM Band ORDER BY name COLLATE reversed LIMIT 1"))
    #expect(withJ.map(\.name) == ["Japan"])
    #expect(last.map(\.name) == ["Roxy Music"])
  }

  @Test func `a function`() throws {
    var options = StoreOptions()
    options.functions = [
      SQLFunction("initial", arguments: 1, isDeterministic: true) { values in
        guard case .text(let text) = values[0] else { return .null }
        return .text(String(text.prefix(1)))
      }
    ]
    let store = try Store(.file(path), model: BandsModel(), options: options)
    let bands = try store.fetch(Band.sql("SELECT * FROM Band WHERE initial(name) = ?", "J"))
    #expect(bands.map(\.name) == ["Japan"])
  }

  @Test func `a collation`() throws {
    var options = StoreOptions()
    options.collations = [Collation("reversed") { $1.compare($0) }]
    let store = try Store(.file(path), model: BandsModel(), options: options)
    let sorted = try store.fetch(Band.order { $0.name.ascending(by: .localized) })
    let backwards = try store.fetch(Band.sql("SELECT * FROM Band ORDER BY name COLLATE reversed"))
    #expect(sorted.map(\.name) == ["Japan", "Roxy Music"])
    #expect(backwards.map(\.name) == ["Roxy Music", "Japan"])
  }

  @Test func `a trace`() throws {
    let told = Printed()
    let print = { @Sendable (statement: TracedStatement) in told.print([statement]) }
    var options = StoreOptions()
    options.trace = StatementTrace { statement in print(statement) }
    _ = try Store(.file(path), model: BandsModel(), options: options).fetch(Band.find("Japan"))
    #expect(told.text.contains(" ms  SELECT \"name\""))
  }

  @Test func `localized orders`() throws {
    let store = try Store(.file(path), model: BandsModel())
    let shown = try store.fetch(Album.order { $0.name.ascending(by: .localized) })
    let german = Collation.localized(Locale(identifier: "de"))
    let backwards = try store.fetch(Album.order { $0.name.descending(by: german) })
    #expect(shown.count == 17 && shown.map(\.name) == backwards.reversed().map(\.name))
  }

  @Test func `an explanation`() throws {
    let store = try Store(.file(path), model: BandsModel())
    print(try store.fetch(Album.filter { $0.label == "EG" }.explain()))
    #expect(
      printed.text.contains("USING INDEX \"Album.label\"") || printed.text.contains("USING INDEX Album.label")
    )
  }

  @Test func `sequences and types`() async throws {
    let store = try Store(.memory, model: BandsModel())
    let text = Array(#"{"name": "Japan", "formed": 1974}"#.utf8)
    let body = AsyncStream<UInt8> { continuation in
      for byte in text { continuation.yield(byte) }
      continuation.finish()
    }
    let buffers = AsyncStream<[UInt8]> { continuation in
      continuation.yield(text)
      continuation.finish()
    }
    try await store.importJSON(.bytes(of: body), into: Band.self)
    try await store.importJSON(.chunks(of: buffers), into: Band.self)
    let japan = try #require(try await store.fetch(Band.find("Japan")))
    let albums: ImportTarget = .relationship(of: japan, \.albums)
    #expect(albums == .relationship(parent: "Band", key: [.text("Japan")], name: "albums"))
    let members: ImportTarget = .relationship(of: Band.self, key: "Japan") { $0.members }
    #expect(members == .relationship(parent: "Band", key: [.text("Japan")], name: "members"))
  }
}
