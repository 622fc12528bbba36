import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// A model of notes in folders, with tags, and two ways of synchronising it.
enum Notes {
  static let yaml = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    entities:
      Folder: { PrimaryKey: id, attributes: { id: String, name: String }, relationships: { parent: Folder? } }
      Note:
        PrimaryKey: id
        attributes: { id: String, title: String, body: String?, stars: Int?, labels: "[String]?", secret: { type: String?, local: true } }
        relationships: { folder: Folder?, tags: { to: "[Tag]", inverse: notes }, fans: { to: "[Tag]" } }
      Tag: { PrimaryKey: id, attributes: { id: String }, relationships: { notes: "[Note]" } }
      Country: { PrimaryKey: id, attributes: { id: String, name: String } }
      Draft: { PrimaryKey: id, attributes: { id: String } }
    """

  static let schema: Schema = {
    ModelCompiler.compile([ModelSource(path: "Notes.yml", text: yaml)], name: "Notes").schema
      ?? Schema(name: "", entities: [])
  }()

  static func plan(
    conflict: ConflictPolicy = .fieldMerge, deleteConflict: DeleteConflictPolicy = .editWins,
    members: [SyncPlan.MemberConflict] = []
  ) -> SyncPlan {
    SyncPlan(
      server: "memory", conflict: conflict, deleteConflict: deleteConflict,
      entities: [
        .init("Folder", collection: "folders"),
        .init(
          "Note", collection: "notes", memberConflicts: members,
          links: [.init("tags", .array), .init("fans", .relation(collection: "note_fans"))]),
        .init("Tag", collection: "tags"), .init("Country", collection: "countries", direction: .pull),
      ])
  }
}

/// A database with a session.
struct Device {
  let store: Store
  let session: SyncSession

  init(store: Store, session: SyncSession) {
    self.store = store
    self.session = session
  }

  init(
    _ server: any SyncServer, _ plan: SyncPlan = Notes.plan(), options: SyncOptions = SyncOptions(),
    file: String? = nil, schema: Schema = Notes.schema
  ) throws {
    store = try Store(file.map(StoreLocation.file) ?? .memory, schema: schema)
    session = try SyncSession(store: store, plan: plan, server: server, options: options)
  }

  /// A device with a model of its own.
  ///
  /// - Parameter model: a model whose lists merge, from `entities:` on.
  init(
    _ server: any SyncServer, model: String, conflict: ConflictPolicy = .fieldMerge,
    options: SyncOptions = SyncOptions(), _ entities: SyncPlan.Entity...
  ) throws {
    let text = "rowsmith: 1\ndefaults: { MergePolicy: Merge }\n" + model
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "M.yml", text: text)], name: "M").schema)
    try self.init(
      server, SyncPlan(server: "memory", conflict: conflict, entities: entities), options: options,
      schema: schema)
  }

  @discardableResult func sync(_ scope: SyncScope = .both) async throws -> SyncReport {
    try await session.sync(scope)
  }

  func run(_ sql: String) throws { try store.write { _ = try $0.execute(sql: sql) } }

  /// Rows of an SQL query, each as text.
  func rows(_ sql: String) throws -> [String] {
    try store.read { try $0.rows(sql).map { row in row.values.map(Device.text).joined(separator: "|") } }
  }

  private static func text(_ value: StoredValue) -> String {
    switch value {
    case .null: "-"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

extension SyncOptions {
  /// Options with the clock of a server, or one that is so many milliseconds behind it.
  static func clock(of server: MemorySyncServer, behind delay: Int64 = 0) -> SyncOptions {
    var options = SyncOptions()
    options.clock.now = { Double(server.time - delay) / 1000 }
    return options
  }
}

extension SyncError {
  /// What a server says that does not take a write.
  static func refusal(_ status: Int, _ reason: Reason = .refused) -> SyncError {
    var error = SyncError(reason, "no")
    error.status = status
    error.serverMessage = "no"
    return error
  }
}
