/// The engine of a connection's last small import, ready for the next one.
final class SpareEngine {
  private var engine: ImportEngine?

  /// Larger documents leave memory behind that would be kept for nothing, and making an engine is little beside them.
  static let maximumBytes = 256 * 1024

  /// An engine for an import of a document of that size. It is nobody else's until it is given back.
  func take(_ mapping: Mapping, _ connection: Connection, bytes: Int?) -> ImportEngine {
    let spare = engine.take()
    guard let spare, let bytes, bytes <= SpareEngine.maximumBytes, spare.fits(mapping) else {
      return ImportEngine(mapping: mapping, connection: connection)
    }
    return spare
  }

  /// Takes back an engine in which nothing is left of the import.
  func giveBack(_ engine: ImportEngine) {
    let leftOut = engine.connection.leftOut
    if leftOut.contains(.spareEngine) || leftOut.contains(.statementReuse) { return }
    self.engine = engine
  }

  /// Begins an import: what another one found out is worth nothing where it was not said to have been committed.
  func begin() { engine?.forgetUnlessCommitted() }

  /// Notes that the last import has been committed, or has changed nothing.
  func noteEnd() { engine?.noteEnd() }
}
