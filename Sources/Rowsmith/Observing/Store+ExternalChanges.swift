extension Store {
  /// Checks whether another process, or another store of the same file, has written since the last check or since the store was
  /// opened. If so, observed values are read again, and ``changes(withValues:)`` delivers an incomplete set with the origin
  /// ``ChangeOrigin/external``: anything may have changed.
  ///
  /// SQLite does not report writes of other processes. Call this when the app comes to the foreground or when another process
  /// asks for it, or set ``StoreOptions/externalChangeInterval``. The check takes microseconds, and waits for running writes.
  ///
  /// - Returns: `true` if another process or store has written.
  /// - Throws: ``StoreError`` if the database cannot be read.
  @discardableResult
  public func checkForExternalChanges() async throws -> Bool {
    try await writer.run { session, _ in try session.recorder?.checkForExternalChanges() ?? false }
  }

  /// Checks for external changes while there are observers, if the options ask for it.
  func startPolling() {
    guard let interval = options.externalChangeInterval, location != .memory else { return }
    let store = WeakStore(self)
    observers.keepPolling {
      Task {
        while (try? await Task.sleep(for: interval)) != nil, let store = store.store {
          // If the check fails, the next one follows after the interval.
          _ = try? await store.checkForExternalChanges()
        }
      }
    }
  }
}
