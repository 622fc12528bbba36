import Bands
import GitHub
import Shop
import Testing

@testable import Rowsmith

/// Import, export, import again.
struct RoundTripTests {
  private struct Example {
    var store: Store
    var empty: Store
    /// The entities that stand alone; others are embedded in them.
    var entities: [String]
    /// Columns that the model keeps out of produced JSON.
    var notExported: [String] = []
  }

  private func example(_ name: String) throws -> Example {
    switch name {
    case "Bands":
      Example(
        store: try ExampleStore.bands(), empty: try Store(.memory, model: BandsModel()),
        entities: ["Band", "Album", "BandMember", "Musician"])
    case "Shop":
      Example(
        store: try ExampleStore.shop(), empty: try Store(.memory, model: ShopModel()),
        entities: ["Product", "Image", "Category", "ProductReview", "Order", "Wishlist", "Currency"],
        notExported: ["Product.imageURL"])
    default:
      Example(
        store: try ExampleStore.gitHub(), empty: try Store(.memory, model: GitHubModel()),
        entities: ["Issue", "User", "Label", "Milestone"])
    }
  }

  private func json(_ store: Store, _ entity: String, _ options: ExportOptions = ExportOptions()) throws
    -> String
  {
    var bytes: [UInt8] = []
    try store.exportJSON(entity: entity, options: options) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: ["Bands", "Shop", "GitHub"], [ExportOptions.Layout.array, .lines])
  func `what is exported changes nothing where it came from`(name: String, layout: ExportOptions.Layout)
    throws
  {
    let example = try example(name)
    let before = try TableDump(example.store)
    var options = ExportOptions()
    options.layout = layout
    for entity in example.entities {
      let report = try example.store.importJSON(
        .string(try json(example.store, entity, options)), into: .entity(entity))
      for (name, counts) in report.entities {
        #expect(counts.inserted + counts.updated + counts.deleted == 0, "\(name) in \(entity)")
      }
      #expect(report.links == ImportReport.Links(), "\(entity)")
      #expect(report.unknownKeys == [:])
    }
    #expect(try TableDump(example.store) == before)
  }

  @Test(arguments: ["Bands", "Shop", "GitHub"], [true, false])
  func `what is exported makes the same rows elsewhere, in any order`(name: String, isReversed: Bool) throws {
    let example = try example(name)
    for entity in isReversed ? example.entities.reversed() : example.entities {
      try example.empty.importJSON(.string(try json(example.store, entity)), into: .entity(entity))
    }
    let (made, expected) = (try TableDump(example.empty), try TableDump(example.store))
    #expect(made.without(example.notExported) == expected.without(example.notExported))
    #expect(!expected.tables.isEmpty)
  }

  @Test
  func `the same with records embedded in one another`() throws {
    let store = try ExampleStore.gitHub()
    let empty = try Store(.memory, model: GitHubModel())
    var options = ExportOptions()
    options.embedded = [["user"], ["assignees"], ["labels"], ["milestone", "creator"]]
    options.isPretty = true
    let text = try json(store, "Issue", options)
    #expect(text.contains("\"login\""))
    try empty.importJSON(.string(text), into: .entity("Issue"))
    #expect(try TableDump(empty) == TableDump(store))
  }
}

/// Everything in the tables of a store.
struct TableDump: Equatable {
  var tables: [String: [[String: String]]] = [:]

  init(_ store: Store) throws {
    tables = try store.read { db in
      let connection = try db.connection()
      let plan = try db.session.mapping()
      var tables: [String: [[String: String]]] = [:]
      let layout = plan.layout
      for table in layout.tables {
        tables[table.name] = try Self.rows(
          connection, table.name, table.columns.map(\.name), order: table.key)
      }
      for link in layout.linkTables {
        let key = (link.sourceColumns + link.targetColumns).map(\.name)
        tables[link.name] = try Self.rows(connection, link.name, key + ["position"], order: key)
      }
      tables["_rowsmith_pending"] = try Self.rows(
        connection, "_rowsmith_pending", ["relationship", "target", "source", "position"],
        order: ["relationship", "target"])
      return tables
    }
  }

  private static func rows(
    _ connection: Connection, _ table: String, _ columns: [String], order: [String]
  ) throws -> [[String: String]] {
    let statement = try connection.prepare(
      "SELECT \(DDL.list(columns)) FROM \(DDL.quoted(table)) ORDER BY \(order.isEmpty ? "rowid" : DDL.list(order))"
    )
    var rows: [[String: String]] = []
    while try statement.step() {
      rows.append(
        Dictionary(
          uniqueKeysWithValues: columns.enumerated().map { ($1, DDL.literal(statement.value(at: $0))) }))
    }
    return rows
  }

  /// The dump without some columns, each `Table.column`.
  func without(_ columns: [String]) -> TableDump {
    var copy = self
    for column in columns {
      let parts = column.split(separator: ".").map(String.init)
      copy.tables[parts[0]] = copy.tables[parts[0]]?.map { row in row.filter { $0.key != parts[1] } }
    }
    return copy
  }
}
