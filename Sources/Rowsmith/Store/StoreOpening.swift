#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import RowsmithSchema

/// Opens the connections of a store.
struct StoreOpening: Sendable {
  let location: StoreLocation
  /// The absolute path of the file; `nil` for memory. The process may change its current directory before a reader is opened.
  let place: String?
  let options: StoreOptions
  private let model: StoredModel
  /// Stops the statements of its connections once it returns `true`.
  private let isStopped: (@Sendable () -> Bool)?

  init(
    _ location: StoreLocation, schema: Schema, customizations: Customizations, options: StoreOptions,
    isStopped: (@Sendable () -> Bool)? = nil
  ) throws {
    self.isStopped = isStopped
    self.location = location
    let folder = FileManager.default.currentDirectoryPath
    // It is empty if the current directory was deleted.
    place = location.path.map { $0.hasPrefix("/") || folder.isEmpty ? $0 : "\(folder)/\($0)" }
    self.options = options
    model = StoredModel(schema, customizations: customizations)
  }

  /// Opens the connection that writes. Creates the database if it does not exist, and migrates it to the model.
  func openWriter() throws -> Session {
    do {
      return try attempt()
    } catch let error as StoreError {
      // A file that must exist makes way for none: no other would be created.
      guard let path = location.path, access == .creating else { throw error }
      let isDamaged = error.reason == .damaged && options.onDamage == .setAside
      let isOther = error.reason == .modelChanged && options.onModelChange == .deleteStore
      guard isDamaged || isOther else { throw error }
      let lock = FolderLock(replacing: path)
      let session = try beginAnew(path, after: error)
      _ = consume lock
      return session
    }
  }

  /// Opens the database while no other process opens one. If it still cannot be used, it makes way for a new one; another
  /// process may have put one in its place meanwhile, whose rows must stay.
  private func beginAnew(_ path: String, after error: StoreError) throws -> Session {
    do {
      return try attempt(isLocked: true)
    } catch let again as StoreError where again.reason == error.reason {
      if again.reason == .damaged { try StoreFiles(path).setAside() } else { try StoreFiles(path).delete() }
    }
    return try attempt(isLocked: true)
  }

  /// Opens a connection that reads.
  ///
  /// - Parameter newFile: the new file, if the writer created it.
  func openReader(_ newFile: NewFile?) throws -> Session {
    if let newFile, newFile.withholdOrShare() { return try openStandIn(for: newFile) }
    let connection = try Connection(path: location.path ?? ":memory:", at: place, access: .readOnly)
    try configure(connection)
    try connection.execute("PRAGMA query_only = ON")
    return session(connection)
  }

  /// Opens a database in memory, with the content that the new file had before its first import.
  private func openStandIn(for newFile: NewFile) throws -> Session {
    let connection = try Connection(path: ":memory:")
    try configure(connection)
    let made = newFile.preparedTables
    let tables = made + options.internalTables.filter { table in !made.contains { $0.name == table.name } }
    try StoreSetup(
      connection: connection, schema: model.schema, layout: model.layout,
      format: DatabaseFormat(tables: InternalTables(registered: tables))
    ).create()
    try connection.execute("PRAGMA query_only = ON")
    let session = session(connection)
    session.standsInFor = newFile
    return session
  }

  /// - Parameter isLocked: whether the caller holds the lock of the folder.
  private func attempt(isLocked: Bool = false) throws -> Session {
    if case .account(_, let folder) = location, !options.isReadOnly {
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw StoreError(cannot: "make the folder '\(folder)' for the files of accounts", error)
      }
    }
    guard let path = location.path else { return try prepare(Connection(path: ":memory:"), nil) }
    if options.isReadOnly {
      let connection = try Connection(path: path, access: .readOnly)
      let session = try prepare(connection, nil)
      try connection.execute("PRAGMA query_only = ON")
      return session
    }
    var made: MadeFile?
    var connection: Connection?
    do {
      // Held until this store has written to the file or turned the log on: from then on, no other process deletes it.
      let lock = isLocked ? nil : FolderLock(opening: path)
      made = access == .creating ? MadeFile(place ?? path) : nil
      let opened = try Connection(path: path, access: access)
      connection = opened
      let session = try prepare(opened, made)
      _ = consume lock
      return session
    } catch {
      if let made, let connection { _ = made.delete(connection) }
      throw error
    }
  }

  /// Creates or migrates the database of a connection.
  private func prepare(_ connection: Connection, _ made: MadeFile?) throws -> Session {
    try configure(connection)
    let setup = StoreSetup(
      connection: connection, schema: model.schema, layout: model.layout,
      onModelChange: options.onModelChange, isReadOnly: options.isReadOnly,
      format: DatabaseFormat(tables: InternalTables(registered: options.internalTables)),
      migrations: options.migrations)
    let session = session(connection)
    var isNew = false
    if access == .creating {
      (isNew, session.madeTables) = try setup.run()
    } else {
      try setup.runOnExisting(connection.path)
    }
    session.path = place
    session.madeFile = made
    session.isFirst = isNew && made != nil && !options.leftOut.contains(.newFile)
    if access != .readOnly, !session.isFirst {
      // A backup or another program may have left another journal mode, in which readers and the writer block each other.
      try connection.turnOnLog(hasRead: true)
    }
    if options.checksIntegrity { try connection.checkIntegrity(isQuick: true) }
    return session
  }

  private var access: Connection.Access {
    if options.isReadOnly { return .readOnly }
    if case .existingFile = location { return .existing }
    return .creating
  }

  private func session(_ connection: Connection) -> Session {
    Session(connection: connection, model: model)
  }

  private func configure(_ connection: Connection) throws {
    connection.stop(when: isStopped)
    connection.leftOut = options.leftOut
    try connection.configure(options)
  }
}
