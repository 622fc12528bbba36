import RowsmithClient

extension KintoServer {
  /// Reads records one by one, in batches, with their permissions, which lists do not have. For a deleted record, or one in a
  /// missing collection, Kinto answers as if it had never existed. Records that the user may not see are left out.
  public func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord] {
    let path = try records(of: collection)
    let items = ids.filter(KintoName.isValid).map { KintoBatch.Item(method: "GET", path: "\(path)/\($0)") }
    var records: [SyncRecord] = []
    for (item, settled) in zip(items, await KintoSender(server: self, isRepeatable: true).settle(items)) {
      switch settled {
      case .answered(let answer) where answer.isSuccess:
        guard let record = KintoRecord.envelope(answer.body) else {
          throw SyncError(.answer, "GET \(item.path): the answer has no record; it may be incomplete")
        }
        records.append(record)
      case .answered(let answer) where [403, 404].contains(answer.status): continue
      case .answered(let answer): throw answer.error(item)
      case .failed(.later(let error)), .failed(.unknown(let error)), .failed(.refused(let error)): throw error
      case .failed: continue
      }
    }
    return records
  }
  /// Reads each record again: Kinto answers 403 if the user may not read it, whether it exists or not.
  public func hidden(_ ids: [String], in collection: SyncCollection) async throws -> Set<String> {
    let path = try records(of: collection)
    let items = ids.filter(KintoName.isValid).map { KintoBatch.Item(method: "GET", path: "\(path)/\($0)") }
    var hidden: Set<String> = []
    for (item, settled) in zip(items, await KintoSender(server: self, isRepeatable: true).settle(items)) {
      switch settled {
      case .answered(let answer) where answer.status == 403:
        hidden.insert(String(item.path.dropFirst(path.count + 1)))
      case .answered(let answer) where answer.isSuccess || answer.status == 404: continue
      case .answered(let answer): throw answer.error(item)
      case .failed(.later(let error)), .failed(.unknown(let error)), .failed(.refused(let error)): throw error
      case .failed: continue
      }
    }
    return hidden
  }
}
