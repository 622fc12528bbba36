extension Store {
  /// Looks whether another process, or another store of the same file, has written since this was last asked or the
  /// store was opened; if so, what is observed is read again, and ``changes(withValues:)`` gives a set whose origin is
  /// ``ChangeOrigin/external`` and which says that anything may have changed.
  ///
  /// SQLite tells nobody of the writes of others, it can only be asked. Ask when the app comes to the foreground or
  /// another process sends word, or set ``StoreOptions/externalChangeInterval``. It costs microseconds, behind the
  /// writes that are going on.
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
