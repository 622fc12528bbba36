/// The memory and statements of an import, and the order of keys it has learned.
///
/// Creating all this takes longer than a small import, so the next import on the connection reuses it: see ``SpareEngine``.
/// Nothing of an import stays for the next one except where keys were found fastest.
final class ImportEngine {
  let mapping: Mapping
  let connection: Connection
  let batch = RecordBatch()
  let stream = ByteStream()
  let parser: RecordParser
  let applier: RecordApplier
  /// What is known about the rows in the database.
  private var known: Knowledge?
  /// The generation of the connection's cached statements that these statements belong to.
  private let generation: Int

  /// What is known about the database at the end of an import.
  private struct Knowledge {
    var links: ReferenceKeeper.Knowledge
    /// The connection's total of changes at that time.
    var changes: Int64
    /// SQLite's change counter of the file; `nil` before the import is committed.
    var version: UInt32?
  }

  init(mapping: Mapping, connection: Connection) {
    self.mapping = mapping
    self.connection = connection
    generation = connection.keptGeneration
    parser = RecordParser(mapping: mapping, stream: stream, into: batch)
    applier = RecordApplier(mapping: mapping, batch: batch, origin: parser, connection: connection)
  }

  /// Whether it can be used for an import of this mapping.
  func fits(_ mapping: Mapping) -> Bool {
    // The tables that a statement names are noted when it is compiled or taken from the connection's cache.
    mapping === self.mapping && generation == connection.keptGeneration && connection.tableAccess == nil
  }

  /// Begins an import, inside its transaction.
  func begin(
    _ reader: any ByteReader, onInvalid: InvalidRecordPolicy, without condemned: [Int64: ImportError]
  ) throws {
    let known = self.known.take()
    parser.onInvalid = onInvalid
    parser.condemned = condemned
    try stream.start(reader)
    // The version counts commits only; this transaction may already have written something.
    let isCurrent =
      known?.version != nil && known?.version == connection.fileVersion
      && known?.changes == connection.totalChanges
    try applier.references.begin(knowing: isCurrent ? known?.links : nil)
  }

  /// Resets the engine after a successful import, for the next one.
  ///
  /// - Returns: `false` if it cannot be reused: rarely used parts do not support a reset.
  func forgetImport() -> Bool {
    guard applier.forgetImport() else { return false }
    known = Knowledge(links: applier.references.knowledge, changes: connection.totalChanges)
    applier.references.lastCount = nil
    stream.close()
    parser.forgetDocument()
    batch.repeated = nil
    return true
  }

  /// Forgets what is known about the database unless the import was committed.
  func forgetUnlessCommitted() { if known?.version == nil { known = nil } }

  /// Notes that its last import was committed, or changed nothing.
  func noteEnd() {
    // Participants in a commit may have written, too.
    if known?.changes == connection.totalChanges { known?.version = connection.fileVersion }
  }
}
