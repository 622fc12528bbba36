import Foundation
public import RowsmithSchema

/// A database that holds the records of one model.
///
/// The database is plain SQLite: a table for each entity, a column for each attribute and to-one relationship. Writes run one
/// after another. Reads run concurrently with writes and with other reads; each read sees the last write that was committed
/// when it began. A store can be used from any thread and task. Open a file once per process and share the store: two stores of
/// one file behave like two processes.
///
/// ```swift
/// let store = try Store(.file(path), model: BandsModel())
/// try await store.importJSON(.file(document), into: .document("catalog"))
/// let bands = try await store.fetch(Band.filter { $0.formed >= 1970 })
/// ```
public final class Store: Sendable {
  /// The model.
  public let schema: Schema
  /// Where the rows are.
  public let location: StoreLocation
  /// The options it was opened with.
  public let options: StoreOptions
  /// The absolute path of the file; `nil` for memory.
  package let place: String?
  let writer: Writer
  /// The connections that read; `nil` if the writer also reads.
  let readers: ReaderPool?
  let model: StoredModel
  /// The new file, if opening the store created it.
  let newFile: NewFile?
  let observers = ObserverRegistry()
  let participants = ParticipantRegistry()
  /// How often all data was deleted through this store.
  package let emptyings = EmptyingCount()

  /// Opens a database, or creates it with the tables of the model.
  ///
  /// - Parameters:
  ///   - location: a file, or memory.
  ///   - schema: the model.
  ///   - customizations: the app's transforms and hooks.
  ///   - options: how it is opened, and what happens to a file that is damaged or was made by another version of the model.
  /// - Throws: ``StoreError``; ``MigrationError`` if the database cannot be migrated to the model.
  public convenience init(
    _ location: StoreLocation, schema: Schema, customizations: Customizations = Customizations(),
    options: StoreOptions = StoreOptions()
  ) throws {
    try self.init(
      location, schema: schema, customizations: customizations, options: options, isStopped: nil)
  }

  /// Opens a database whose statements fail once `isStopped` returns `true`: for signals that end the process.
  package init(
    _ location: StoreLocation, schema: Schema, customizations: Customizations = Customizations(),
    options: StoreOptions = StoreOptions(), isStopped: (@Sendable () -> Bool)?
  ) throws {
    self.schema = schema
    self.location = location
    self.options = options
    let opening = try StoreOpening(
      location, schema: schema, customizations: customizations, options: options, isStopped: isStopped)
    place = opening.place
    let session = try opening.openWriter()
    let recorder = ChangeRecorder(
      connection: session.connection, model: session.model, observers: observers, participants: participants
    )
    session.recorder = recorder
    session.emptyings = emptyings
    if session.isFirst {
      session.newFile = try NewFile(session.connection) { recorder.noteDataVersion() }
    }
    model = session.model
    let newFile = session.newFile
    let writer = Writer(session)
    let readers =
      location == .memory
      ? nil
      : ReaderPool(maximum: options.maximumReaders, writer: ObjectIdentifier(writer)) {
        try opening.openReader(newFile)
      }
    writer.readers = readers
    (self.newFile, self.writer, self.readers) = (newFile, writer, readers)
  }

  /// Opens or creates the database of a generated model; throws as the version for a schema does.
  public convenience init<M: Model>(
    _ location: StoreLocation, model: M, options: StoreOptions = StoreOptions()
  ) throws {
    try self.init(location, schema: M.schema, customizations: model.customizations, options: options)
  }

  deinit { observers.finish() }
}
