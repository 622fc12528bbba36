import Foundation
import RowsmithModel
import RowsmithSchema
import Testing

@testable import Rowsmith

/// A file with everything that a database has to keep, as `Scripts/keep-database` made it once.
@Suite struct KeptFileTests {
  private static let kept = Versions.folder.deletingLastPathComponent().appendingPathComponent(
    "Databases/Version2")

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: kept.appendingPathComponent(name), encoding: .utf8)
  }

  private static func model() throws -> Schema { try schema(text("Library.yml")) }

  /// Runs the body with a copy of the file, as it was kept.
  private func withCopy(_ body: (_ path: String, _ file: SQLFile) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("Library.sqlite").path
    try FileManager.default.copyItem(
      atPath: Self.kept.appendingPathComponent("Library.sqlite").path, toPath: path)
    try body(path, try SQLFile(path))
  }

  private func expectRows(
    _ file: SQLFile, _ model: Schema, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let rows = try file.contents(Layout(model)).joined(separator: "\n") + "\n"
    #expect(rows == (try Self.text("Library.rows")), sourceLocation: sourceLocation)
  }

  @Test func `it is opened, for reading and for writing, and keeps every row`() throws {
    let model = try Self.model()
    for isReadOnly in [true, false] {
      try withCopy { path, file in
        var options = StoreOptions()
        options.isReadOnly = isReadOnly
        options.onModelChange = .fail
        _ = try Store(.existingFile(path), schema: model, options: options)
        try expectRows(file, model)
      }
    }
  }

  @Test func `the same document changes nothing`() throws {
    let model = try Self.model()
    try withCopy { path, file in
      let visits = try file.rows("SELECT count(*) FROM Visit")
      let store = try Store(.existingFile(path), schema: model)
      let report = try store.importJSON(.string(Self.text("Library.json")), into: .document("library"))
      for (entity, counts) in report.entities where !["Visit", "Review"].contains(entity) {
        #expect(counts.inserted + counts.updated + counts.deleted == 0, "\(entity)")
      }
      // What has no key is inserted by every import.
      #expect(visits == ["3"])
      #expect(try file.rows("SELECT count(*) FROM Visit") == ["6"])
    }
  }

  @Test func `what is waited for is imported, and takes its place`() throws {
    let model = try Self.model()
    try withCopy { path, file in
      let store = try Store(.existingFile(path), schema: model)
      let report = try store.importJSON(
        .string(#"[{"isbn": "later", "title": "Late"}, {"isbn": "b9", "title": "Sequel"}]"#),
        into: .entity("Book"))
      #expect(report.unresolved == ["Book.authors": 1])
      let places = try file.rows(
        "SELECT isbn, shelf_position FROM Book WHERE shelf_room = 'North' ORDER BY shelf_position")
      #expect(places == ["b3|0", "b1|1", "later|2"])
      #expect(try file.rows("SELECT * FROM _rowsmith_pending") == [])
    }
  }

  @Test func `it is brought to another version of its model with everything that waits`() throws {
    let text = try Self.text("Library.yml")
    let later =
      text
      .replacing("\n  Slot:\n", with: "\n  Place:\n    RenamedFrom: Slot\n")
      .replacing(
        "to: [Book], inverse: shelf, ordered: true",
        with: "to: [Book], inverse: rack, ordered: true"
      )
      .replacing("      shelf: Shelf?\n", with: "      rack: { to: Shelf?, RenamedFrom: shelf }\n")
      .replacing("pages: Int?", with: "pages: Double?")
      .replacing("slots: [Slot]", with: "slots: [Place]")
    #expect(later != text)
    try withCopy { path, file in
      let model = try schema(later)
      let losses = try Store.migrationPlan(at: path, to: model).losses.map(\.description)
      // 2^53 + 1 is no Double.
      #expect(losses == ["Book.pages: 1 value that no Double can hold ('9007199254740993')"])
      try Store.migrate(at: path, to: model, allowsLoss: true)
      #expect(
        try file.rows("SELECT * FROM _rowsmith_pending") == [#"Shelf.books|later|["North",1]|2"#])
      #expect(
        try file.rows("SELECT * FROM _rowsmith_unresolved ORDER BY 1") == [
          "Book.authors|77", "Book.sequel|b9",
        ])
      #expect(
        try file.rows("SELECT isbn, rack_room, rack_place FROM Book WHERE rack_position = 0 ORDER BY 1")
          == ["b2|South, \"lower\"|2", "b3|North|1"])
      #expect(try file.rows("SELECT number, label FROM Place ORDER BY 1") == ["1|-", "7|atlases"])
      #expect(try file.rows("PRAGMA integrity_check") == ["ok"])
    }
  }
}
