extension Store {
  /// Checks whether another process, or another store of the same file, has written since the last check or since the
  /// store was opened. If so, observed values are read again, and ``changes(withValues:)`` gives an incomplete set with the
  /// origin ``ChangeOrigin/external``: anything may have changed.
  ///
  /// SQLite does not report the writes of others. Call this when the app comes to the foreground or another process tells
  /// it to, or set ``StoreOptions/externalChangeInterval``. The check takes microseconds, and waits for writes that are
  /// running.
  ///
  /// - Throws: ``StoreError`` where the database cannot be read.
  @discardableResult
  public func checkForExternalChanges() async throws -> Bool {
    try await writer.run { session, _ in try session.recorder?.checkForExternalChanges() ?? false }
  }

  /// Has external changes looked for while somebody observes, where the options ask for it.
  func startPolling() {
    guard let interval = options.externalChangeInterval, location != .memory else { return }
    let store = WeakStore(self)
    observers.keepPolling {
      Task {
        while (try? await Task.sleep(for: interval)) != nil, let store = store.store {
          // What cannot be asked now is asked next time.
          _ = try? await store.checkForExternalChanges()
        }
      }
    }
  }
}
