extension SyncOutcome {
  /// Adds the entity and id of the record to the error.
  func about(_ request: SyncRequest) -> SyncOutcome {
    func located(_ error: SyncError) -> SyncError {
      var error = error
      (error.entity, error.id) = (request.collection.name, request.id)
      return error
    }
    return switch self {
    case .accepted, .conflict, .gone: self
    case .refused(let error): .refused(located(error))
    case .unknown(let error): .unknown(located(error))
    case .later(let error): .later(located(error))
    }
  }
}
