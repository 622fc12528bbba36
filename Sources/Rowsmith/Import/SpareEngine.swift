/// The engine of a connection's last small import, ready for the next one.
final class SpareEngine {
  private var engine: ImportEngine?

  /// Larger documents would leave unused memory behind, and creating an engine is cheap compared to them.
  static let maximumBytes = 256 * 1024

  /// Returns the engine for an import of that size. The caller owns it until it is given back.
  func take(_ mapping: Mapping, _ connection: Connection, bytes: Int?) -> ImportEngine {
    let spare = engine.take()
    guard let spare, let bytes, bytes <= SpareEngine.maximumBytes, spare.fits(mapping) else {
      return ImportEngine(mapping: mapping, connection: connection)
    }
    return spare
  }

  /// Keeps a reset engine for the next import.
  func giveBack(_ engine: ImportEngine) {
    let leftOut = engine.connection.leftOut
    if leftOut.contains(.spareEngine) || leftOut.contains(.statementReuse) { return }
    self.engine = engine
  }

  /// Begins an import. If the last one was not committed, what it learned about the database is forgotten.
  func begin() { engine?.forgetUnlessCommitted() }

  /// Notes that the last import was committed, or changed nothing.
  func noteEnd() { engine?.noteEnd() }
}
