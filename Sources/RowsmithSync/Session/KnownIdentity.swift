/// Whom the server takes a session for: asked at its first sync, and again after some minutes, so that a sync with nothing to
/// do is one request for each collection.
actor KnownIdentity {
  /// For how long an answer is good, in seconds.
  private static let lifetime = 300.0

  /// What the server said, and how far its clock was ahead of this machine's, in milliseconds.
  struct Entry: Sendable {
    var identity: SyncIdentity
    var clockOffset: Int64?
    var asked: Double
  }

  private var known: Entry?

  func identity(of server: any SyncServer, now: Double) async throws -> Entry {
    if let known, now >= known.asked, now < known.asked + KnownIdentity.lifetime { return known }
    let identity = try await server.identify()
    let entry = Entry(
      identity: identity, clockOffset: identity.time.map { $0 - Int64(now * 1000) }, asked: now)
    known = entry
    return entry
  }

  func forget() { known = nil }
}
