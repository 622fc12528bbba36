import RowsmithSync

/// A placeholder for commands without requests: they resolve conflicts and retry records in the database only, whatever the
/// adapter.
struct NoServer: SyncServer {
  private static let error = SyncError(.offline, "this command contacts no server")

  var guarantees: SyncGuarantees {
    SyncGuarantees(
      cursor: .sequence, hasVersions: false, hasOrderedVersions: false, hasTombstones: false,
      isIdempotent: false, canPatch: false)
  }

  func identify() async throws -> SyncIdentity { throw Self.error }
  func changes(_ query: SyncQuery) async throws -> SyncPage { throw Self.error }
  func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord] { throw Self.error }
  func request(for write: SyncWrite) throws -> SyncRequest { throw Self.error }
  func send(_ requests: [SyncRequest]) async -> [SyncOutcome] { requests.map { _ in .later(Self.error) } }
}
