#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif

/// What a connection asks while a statement runs.
final class StopCheck {
  /// Of SQLite's virtual machine; a millisecond or so.
  private static let stepsBetweenLooks: Int32 = 20_000
  private let isStopped: @Sendable () -> Bool

  init(_ isStopped: @escaping @Sendable () -> Bool) { self.isStopped = isStopped }

  /// Has SQLite ask on a connection, which must keep this.
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
  /// Makes statements fail that run or wait for long, once this is true.
  func stop(when isStopped: (@Sendable () -> Bool)?) {
    busyWait.isStopped = isStopped
    stopCheck = isStopped.map(StopCheck.init)
    resumeStopCheck()
  }

  /// Asks again, after something else was asked in its place.
  func resumeStopCheck() { stopCheck?.install(on: handle) }
}
