import Foundation
import Rowsmith
import RowsmithSync

/// An adapter that does one thing wrong, around one that does all of it right.
struct FaultyServer: SyncServer {
  enum Fault: Sendable {
    case changesUsers, addsCredentials, forgetsRecords, repeatsAsRefusal, writesBlindly, refusesToMakeAgain
    case sendsChangesAlone, keepsVersions, takesGoneForRefused, deletesNothing, refusesSecondDeletion
    /// Without a cursor, it has no tombstones, whatever is known.
    case hidesTombstonesWithEverything
    case newestFirst, dropsNextPages, takesCursorOfTheEnd, dropsTombstones, startsAgainQuietly, losesVersions,
      countsTombstones
    case failsForMissing, readsFirstTen, reversesOutcomes, refusesAllWithOne, inventsOutcome, losesEndsOfLinks
    case normalisesText, roundsNumbers, ignoresNull, losesPermissions
  }

  let server: KintoServer
  let fault: Fault

  var guarantees: SyncGuarantees { server.guarantees }

  func hidden(_ ids: [String], in collection: SyncCollection) async throws -> Set<String> {
    try await server.hidden(ids, in: collection)
  }

  func identify() async throws -> SyncIdentity {
    var identity = try await server.identify()
    if fault == .changesUsers { identity.user = UUID().uuidString }
    return identity
  }

  func changes(_ query: SyncQuery) async throws -> SyncPage {
    var page: SyncPage
    do {
      var query = query
      if fault == .hidesTombstonesWithEverything { query.mayBeNew = true }
      page = try await server.changes(query)
    } catch let error as SyncError where error.reason == .resetNeeded && fault == .startsAgainQuietly {
      return SyncPage(records: [])
    }
    switch fault {
    case .newestFirst: page.records.reverse()
    case .dropsNextPages: page.next = nil
    case .takesCursorOfTheEnd where page.next != nil:
      page.cursor = String((Int64(page.cursor ?? "") ?? 0) + 60_000)
    case .dropsTombstones: page.records.removeAll(where: \.isDeleted)
    case .losesVersions where query.needsOnlyVersions:
      page.records = page.records.map { SyncRecord(id: $0.id) }
    case .forgetsRecords: page.records = []
    case .countsTombstones: page.total = page.total.map { $0 + 1 }
    default: break
    }
    return page
  }

  func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord] {
    if fault == .readsFirstTen { return try await server.read(Array(ids.prefix(10)), in: collection) }
    var records = try await server.read(ids, in: collection)
    switch fault {
    case .forgetsRecords: return []
    case .failsForMissing where records.count < ids.count:
      throw SyncError(.refused, "there is no such record")
    case .losesPermissions: for index in records.indices { records[index].permissions = nil }
    case .roundsNumbers:
      for index in records.indices { records[index].json = rounded(records[index].json) }
    case .losesEndsOfLinks where collection.isLinks:
      for index in records.indices { records[index].json = Array("{}".utf8) }
    default: break
    }
    return records
  }

  func request(for write: SyncWrite) throws -> SyncRequest {
    var write = write
    switch fault {
    case .sendsChangesAlone where write.kind == .change:
      write.changes = changed(write.changes) { $0["count"] = nil }
    case .normalisesText: write.record = Array(text(write.record).precomposedStringWithCanonicalMapping.utf8)
    case .ignoresNull: write.changes = changed(write.changes) { if $0["body"] == .null { $0["body"] = nil } }
    default: break
    }
    var request = try server.request(for: write)
    switch fault {
    case .addsCredentials: request.headers.append(.init("Authorization", "Basic c2VjcmV0"))
    case .writesBlindly: request.headers = []
    case .sendsChangesAlone where write.kind == .change: request.method = "PUT"
    case .refusesToMakeAgain, .repeatsAsRefusal, .refusesSecondDeletion: break
    default: break
    }
    return request
  }

  func send(_ requests: [SyncRequest]) async -> [SyncOutcome] {
    if fault == .deletesNothing, requests.allSatisfy({ $0.kind == .delete }) {
      return requests.map { _ in .accepted(nil) }
    }
    let refusal = SyncOutcome.refused(SyncError(.refused, "no"))
    if fault == .refusesToMakeAgain, requests.count == 1, requests[0].kind == .create,
      text(requests[0].body ?? []).contains("again")
    {
      return [refusal]
    }
    var outcomes = await server.send(requests)
    if fault == .inventsOutcome, requests.isEmpty { return [refusal] }
    if fault == .reversesOutcomes { outcomes.reverse() }
    let hasRefusal = outcomes.contains { if case .refused = $0 { true } else { false } }
    return zip(requests, outcomes).map { request, outcome in
      switch (fault, outcome) {
      case (.keepsVersions, .accepted(let record?)) where request.kind == .change:
        var old = record
        old.version = "1"
        return .accepted(old)
      case (.repeatsAsRefusal, .conflict), (.takesGoneForRefused, .gone), (.refusesSecondDeletion, .gone):
        return refusal
      case (.refusesAllWithOne, _) where hasRefusal: return refusal
      default: return outcome
      }
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func changed(_ bytes: [UInt8], _ change: (inout JSONValue) -> Void) -> [UInt8] {
    guard var json = try? JSONValue(parsing: text(bytes)) else { return bytes }
    change(&json)
    return Array(json.text.utf8)
  }

  private func rounded(_ bytes: [UInt8]) -> [UInt8] {
    changed(bytes) { json in
      if let number = json["count"]?.double { json["count"] = .number(String(format: "%.0f", number)) }
    }
  }
}
