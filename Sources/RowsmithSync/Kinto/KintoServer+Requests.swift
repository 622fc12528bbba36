import Rowsmith

extension KintoServer {
  /// Makes the request for a write, always with a precondition. Without a version, an existing record makes it fail, and the
  /// answer has the version.
  ///
  /// A record is created with `PUT`, changed with `PATCH`, where `null` is kept as null, and deleted with `DELETE`.
  public func request(for write: SyncWrite) throws -> SyncRequest {
    do {
      guard KintoName.isValid(write.id) else {
        throw SyncError(
          .refused,
          "Kinto does not accept this id: use letters from a to z or A to Z, digits, '_' and '-', "
            + "beginning with a letter or a digit, such as a UUID")
      }
      let path = try "\(records(of: write.collection))/\(write.id)"
      let precondition =
        write.version.map { SyncRequest.Header("If-Match", "\"\($0)\"") } ?? .init("If-None-Match", "*")
      switch write.kind {
      case .delete:
        return SyncRequest(for: write, method: "DELETE", path: path, headers: [precondition])
      case .change where write.version != nil:
        return SyncRequest(
          for: write, method: "PATCH", path: path, headers: [precondition],
          body: try KintoRecord.body(write.wholeChanges, id: write.id, permissions: write.permissions))
      case .create, .change:
        return SyncRequest(
          for: write, method: "PUT", path: path, headers: [.init("If-None-Match", "*")],
          body: try KintoRecord.body(write.record, id: write.id, permissions: write.permissions))
      }
    } catch var error as SyncError {
      error.entity = write.collection.name
      error.id = write.id
      throw error
    }
  }
}
