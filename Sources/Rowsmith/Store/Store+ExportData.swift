public import Foundation

// JSON in memory, asynchronously.
extension Store {
  /// Returns records of an entity as JSON in memory, without blocking the caller's thread; see the synchronous version.
  ///
  /// A cancelled task stops with ``ExportError/Reason/cancelled``.
  public func exportJSON<R: Record>(
    _ type: R.Type, keys: [R.Key]? = nil, options: ExportOptions = ExportOptions()
  ) async throws -> Data {
    let data = CollectedBytes()
    try await exportJSON(
      entity: R.entityName, keys: keys?.map(\.storedValues), options: options, to: data.append)
    return data.all
  }

  /// Returns the records of a query as JSON in memory, without blocking the caller's thread; see the synchronous version.
  ///
  /// A cancelled task stops with ``ExportError/Reason/cancelled``.
  public func exportJSON<R: Record>(
    _ query: Query<R>, options: ExportOptions = ExportOptions()
  ) async throws -> Data {
    let data = CollectedBytes()
    try await exportJSON(query, options: options, to: data.append)
    return data.all
  }
}

/// Collects bytes that one thread writes and another one reads afterwards.
private final class CollectedBytes: @unchecked Sendable {
  /// Guards `data`.
  private let lock = NSLock()
  private var data = Data()

  var all: Data { lock.withLock { data } }

  @Sendable func append(_ bytes: UnsafeRawBufferPointer) { lock.withLock { data.append(contentsOf: bytes) } }
}
