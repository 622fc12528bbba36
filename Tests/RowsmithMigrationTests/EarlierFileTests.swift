import Foundation
import RowsmithModel
import RowsmithSchema
import Testing

@testable import Rowsmith

/// Files that earlier versions of Rowsmith made; see `Fixtures/Databases`.
@Suite struct EarlierFileTests {
  private static let fixtures = Versions.folder.deletingLastPathComponent()
  private static let files = fixtures.appendingPathComponent("Databases/Early")

  /// A copy of one of the files, with the model that made it.
  private struct Earlier {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rowsmith-\(UUID().uuidString)")
    let path: String
    let schema: Schema

    init(_ name: String) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appendingPathComponent("\(name).sqlite").path
      try FileManager.default.copyItem(
        atPath: EarlierFileTests.files.appendingPathComponent("\(name).sqlite").path, toPath: path)
      schema = try EarlierFileTests.model(EarlierFileTests.files.appendingPathComponent("\(name).yml"))
    }

    func open(isReadOnly: Bool = false, onModelChange: ModelChangePolicy = .fail) throws -> Store {
      var options = StoreOptions()
      options.isReadOnly = isReadOnly
      options.onModelChange = onModelChange
      return try Store(.existingFile(path), schema: schema, options: options)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  private static func model(_ url: URL) throws -> Schema {
    let model = ModelCompiler.load(path: url.path)
    #expect(model.diagnostics.filter { $0.severity == .error }.map(\.description) == [])
    return try #require(model.schema)
  }

  private func withFile(_ name: String, _ body: (Earlier) throws -> Void) throws {
    let earlier = try Earlier(name)
    defer { earlier.remove() }
    try body(earlier)
  }

  private static let counts = [
    "Bands": ["Band": 2, "Album": 17, "BandMember": 12, "Musician": 12],
    "Shop": ["Product": 3, "Image": 3, "Category": 4, "ProductReview": 3, "Order": 2, "OrderLine": 3],
    "Catalogue": ["Band": 3, "Album": 4, "Note": 3],
  ]

  private func count(_ entity: String, in store: Store) throws -> Int {
    var count = 0
    var options = ExportOptions()
    options.layout = .lines
    try store.exportJSON(entity: entity, options: options) { bytes in
      count += bytes.count { $0 == UInt8(ascii: "\n") }
    }
    return count
  }

  @Test(arguments: ["Bands", "Shop", "Catalogue"]) func `its records are read, by those who only read too`(
    name: String
  ) throws {
    try withFile(name) { earlier in
      for isReadOnly in [true, false] {
        let store = try earlier.open(isReadOnly: isReadOnly)
        for (entity, expected) in try #require(Self.counts[name]).sorted(by: { $0.key < $1.key }) {
          #expect(try count(entity, in: store) == expected, "\(entity)")
        }
      }
    }
  }

  @Test(arguments: ["Bands", "Shop", "Catalogue"]) func `its stored model needs no migration`(name: String)
    throws
  {
    try withFile(name) { earlier in
      let plan = try Store.migrationPlan(at: earlier.path, to: earlier.schema)
      let report = try Store.migrate(at: earlier.path, to: earlier.schema)
      #expect(plan.isEmpty)
      #expect(report.plan.isEmpty)
    }
  }

  @Test func `its document is imported again, and changes nothing`() throws {
    let documents = Self.fixtures.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Schemas/Documents")
    for (name, document, file) in [("Bands", "catalog", "bands"), ("Shop", "shop", "shop")] {
      try withFile(name) { earlier in
        let report = try earlier.open().importJSON(
          .file(documents.appendingPathComponent("\(file).json").path), into: .document(document))
        for (entity, counts) in report.entities {
          #expect(counts.inserted + counts.updated + counts.deleted == 0, "\(entity)")
        }
        #expect(report.links == ImportReport.Links())
      }
    }
  }

  @Test func `what it lacks is imported, and finds the link that waited for it`() throws {
    try withFile("Catalogue") { earlier in
      let store = try earlier.open()
      try store.importJSON(
        .string(#"{"id": 99, "title": "Quiet Life", "released": "1979", "price": 7}"#), into: .entity("Album")
      )
      let rows = try store.fetch(.sql("SELECT band FROM Album WHERE id = 99"))
      #expect(rows.map { $0["band"] } == [.text("Japan")])
    }
  }

  @Test func `it is brought to later versions of its model, up to the last`() throws {
    for version in 2...10 {
      try withFile("Catalogue") { earlier in
        let schema = try Versions.schema(version)
        #expect(try Store.migrate(at: earlier.path, to: schema).plan.losses == [])
        let file = try SQLFile(earlier.path)
        #expect(try file.rows("SELECT count(*) FROM \(schema.albumTable)") == ["4"])
        #expect(try file.rows("PRAGMA integrity_check") == ["ok"])
      }
    }
  }

  @Test func `the models of today open it`() throws {
    let schemas = Self.fixtures.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Schemas")
    for name in ["Bands", "Shop"] {
      try withFile(name) { earlier in
        let today = try Self.model(schemas.appendingPathComponent("\(name).yml"))
        #expect(try Store.migrate(at: earlier.path, to: today).plan.losses == [])
        _ = try Store(.existingFile(earlier.path), schema: today)
      }
    }
  }

  @Test func `a model that uses everything is read from what was stored`() throws {
    let text = try Data(contentsOf: Self.files.appendingPathComponent("Hardest.schema.json"))
    let schema = try JSONDecoder().decode(Schema.self, from: text)
    #expect(schema.entities.count > 20)
    let today = try Self.model(Self.fixtures.appendingPathComponent("Hardest.yml"))
    for entity in schema.entities {
      let attributes = today.entities.first { $0.name == entity.name }?.attributes.map(\.name)
      #expect(attributes == entity.attributes.map(\.name), "\(entity.name)")
    }
  }
}

extension Schema {
  /// What the table of albums is called.
  fileprivate var albumTable: String { entities.contains { $0.name == "Album" } ? "Album" : "Release" }
}
