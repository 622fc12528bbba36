/// What an import works with: memory, statements, and what was learned of the order of keys.
///
/// Making all of this takes longer than a small import, so the next import on the connection works with it again: see
/// ``SpareEngine``. Nothing of an import is left in it for the next one, but where something is found the fastest.
final class ImportEngine {
  let mapping: Mapping
  let connection: Connection
  let batch = RecordBatch()
  let stream = ByteStream()
  let parser: RecordParser
  let applier: RecordApplier
  /// What the database holds, as far as that is known.
  private var known: Knowledge?
  /// The statements are of this generation of those that the connection keeps.
  private let generation: Int

  /// What is known of the database when an import has ended.
  private struct Knowledge {
    var links: ReferenceKeeper.Knowledge
    /// The changes of the connection so far.
    var changes: Int64
    /// As SQLite counts the changes of the file; nil before the import is committed.
    var version: UInt32?
  }

  init(mapping: Mapping, connection: Connection) {
    self.mapping = mapping
    self.connection = connection
    generation = connection.keptGeneration
    parser = RecordParser(mapping: mapping, stream: stream, into: batch)
    applier = RecordApplier(mapping: mapping, batch: batch, origin: parser, connection: connection)
  }

  /// Whether it can be used for an import on its connection.
  func fits(_ mapping: Mapping) -> Bool {
    // Which tables a statement names is noted when it is compiled or taken from the connection.
    mapping === self.mapping && generation == connection.keptGeneration && connection.tableAccess == nil
  }

  /// Begins an import. Called inside its transaction.
  func begin(
    _ reader: any ByteReader, onInvalid: InvalidRecordPolicy, without condemned: [Int64: ImportError]
  ) throws {
    let known = self.known.take()
    parser.onInvalid = onInvalid
    parser.condemned = condemned
    try stream.start(reader)
    // The version counts what is committed; the transaction may have written before.
    let isCurrent =
      known?.version != nil && known?.version == connection.fileVersion
      && known?.changes == connection.totalChanges
    try applier.references.begin(knowing: isCurrent ? known?.links : nil)
  }

  /// Forgets an import that has ended well.
  ///
  /// - Returns: whether nothing of it is left. Seldom used parts say that something is rather than to be taken back.
  func forgetImport() -> Bool {
    guard applier.forgetImport() else { return false }
    known = Knowledge(links: applier.references.knowledge, changes: connection.totalChanges)
    stream.close()
    parser.forgetDocument()
    batch.repeated = nil
    return true
  }

  /// Forgets what is known of the database where it may have been taken back.
  func forgetUnlessCommitted() { if known?.version == nil { known = nil } }

  /// Notes that the import it was used for last has been committed, or has changed nothing.
  func noteEnd() {
    // Whoever takes part in a commit may have written, too.
    if known?.changes == connection.totalChanges { known?.version = connection.fileVersion }
  }
}
