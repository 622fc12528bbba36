#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif

/// The check that a connection makes while a statement runs.
final class StopCheck {
  /// Instructions of SQLite's virtual machine; about a millisecond.
  private static let stepsBetweenLooks: Int32 = 20_000
  private let isStopped: @Sendable () -> Bool

  init(_ isStopped: @escaping @Sendable () -> Bool) { self.isStopped = isStopped }

  /// Registers this with a connection. SQLite does not retain it: the connection must.
  fileprivate func install(on handle: OpaquePointer) {
    sqlite3_progress_handler(
      handle, StopCheck.stepsBetweenLooks,
      { pointer in
        guard let pointer else { return 0 }
        return Unmanaged<StopCheck>.fromOpaque(pointer).takeUnretainedValue().isStopped() ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}

extension Connection {
  /// Makes statements that run or wait for long fail, once this returns `true`.
  func stop(when isStopped: (@Sendable () -> Bool)?) {
    busyWait.isStopped = isStopped
    stopCheck = isStopped.map(StopCheck.init)
    resumeStopCheck()
  }

  /// Fails like an interrupted statement if the work is stopped: for work of many statements, each of which ends too soon to be
  /// interrupted.
  func checkStop() throws {
    if busyWait.isStopped?() == true {
      throw StoreError(code: .interrupt, found: "interrupted", path: path, systemCode: 0)
    }
  }

  /// Registers the check again, after another progress handler has replaced it.
  func resumeStopCheck() { stopCheck?.install(on: handle) }
}
