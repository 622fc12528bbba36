public import Rowsmith

/// What came of a call: what was imported, the status code, and the headers.
///
/// `Root` is the type of the records at the root of the answer, `Void` where it has none.
public struct Answer<Root: Sendable>: Sendable {
  /// What became of the call.
  public let outcome: AnswerOutcome
  /// The status code, `200`; nil where the server was not asked.
  public let status: Int?
  /// The headers of the answer, of its last page; empty where the server was not asked.
  public let headers: HTTPHeaders
  /// What the import did; nothing where nothing was imported.
  public let report: ImportReport
  /// How many pages came.
  public let pageCount: Int
  /// How many bytes of bodies came, uncompressed.
  public let receivedBytes: Int
  /// The body of an answer of which nothing is imported, up to 256 KiB; empty for others.
  public let body: [UInt8]
  /// Where the answer's own call waits, where it does.
  public let queueItem: Int64?
  let rows: AnswerRows
}

/// What became of a call that did not fail.
public enum AnswerOutcome: String, Sendable, Hashable, CaseIterable {
  /// The server has answered, and what it said is in the database.
  case imported
  /// The server has said that nothing changed (304): the database has it all.
  case notModified
  /// The database had the answer; the server was not asked, or was not there.
  case fromDatabase
  /// There was no connection: the call waits in the database and is sent later.
  case queued
}

extension Answer where Root: Record {
  /// The records at the root of the answer as they are in the database now, in the order of the answer. Where the answer
  /// came from the database, those that the route asks for.
  ///
  /// - Throws: `StoreError`, `RowDecodingError`.
  public func records() async throws -> [Root] { try await rows.fetch() }

  /// The first of ``records()``; nil where there is none.
  public func record() async throws -> Root? {
    let records: [Root] = try await rows.fetch(limit: 1)
    return records.first
  }

  /// How many records the server's answer had at its root; nil where it came from the database.
  public var recordCount: Int? { rows.count }
}

extension Answer: CustomStringConvertible, CustomReflectable {
  /// What became of the call, the status, and what the import did; nothing of headers and body.
  public var description: String {
    let status = status.map { ", status \($0)" } ?? ""
    let changes = report.entities.sorted { $0.key < $1.key }.map { name, counts in
      "; \(name): \(counts.inserted) inserted, \(counts.updated) updated, \(counts.deleted) deleted"
    }
    return "\(outcome.rawValue)\(status)\(changes.joined())"
  }

  /// The description alone: the rest leads to the whole store.
  public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
