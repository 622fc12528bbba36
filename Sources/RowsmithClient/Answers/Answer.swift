public import Rowsmith

/// The result of a call: what was imported, the status code, and the headers.
///
/// `Root` is the type of the records at the root of the answer, or `Void` if it has none.
public struct Answer<Root: Sendable>: Sendable {
  /// How the call ended.
  public let outcome: AnswerOutcome
  /// The status code, `200`; `nil` if the server was not asked.
  public let status: Int?
  /// The headers of the answer's last page; empty if the server was not asked.
  public let headers: HTTPHeaders
  /// What the import did; empty if nothing was imported.
  public let report: ImportReport
  /// The number of pages received.
  public let pageCount: Int
  /// The number of body bytes received, uncompressed.
  public let receivedBytes: Int
  /// The body of an answer that is not imported, up to 256 KiB; otherwise empty.
  public let body: [UInt8]
  /// The queue item of the call, if it is queued.
  public let queueItem: Int64?
  let rows: AnswerRows
}

/// How a call that did not fail ended.
public enum AnswerOutcome: String, Sendable, Hashable, CaseIterable {
  /// The server answered, and the answer is in the database.
  case imported
  /// The server said that nothing changed (304): the database is up to date.
  case notModified
  /// The answer came from the database; the server was not asked or not reached.
  case fromDatabase
  /// There was no connection: the call is queued in the database and sent later.
  case queued
}

extension Answer where Root: Record {
  /// The records at the root of the answer, as they are in the database now, in the order of the answer. If the answer came from
  /// the database, or some of its pages did (304), the records that the route asks for.
  ///
  /// - Throws: `StoreError`, `RowDecodingError`.
  public func records() async throws -> [Root] { try await rows.fetch() }

  /// The first of ``records()``; `nil` if there are none.
  public func record() async throws -> Root? {
    let records: [Root] = try await rows.fetch(limit: 1)
    return records.first
  }

  /// How many records the server's answer had at its root; `nil` if it, or some of its pages, came from the database.
  public var recordCount: Int? { rows.count }
}

extension Answer: CustomStringConvertible, CustomReflectable {
  /// How the call ended, the status, and what the import did. Leaves out headers and body.
  public var description: String {
    let status = status.map { ", status \($0)" } ?? ""
    let changes = report.entities.sorted { $0.key < $1.key }.map { name, counts in
      "; \(name): \(counts.inserted) inserted, \(counts.updated) updated, \(counts.deleted) deleted"
    }
    return "\(outcome.rawValue)\(status)\(changes.joined())"
  }

  /// The description only: the other properties lead to the whole store.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
