import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// The progress of an incremental route: the highest value received so far.
struct Increment: Sendable {
  let incremental: Incremental
  let route: String
  let entity: String
  let column: String
  let arguments: String
  /// Whether the caller gives the value itself. Such an answer says nothing about earlier values.
  let isGiven: Bool
  /// The arguments without the language, around which it stands.
  private let around: (before: String, behind: String)

  /// - Parameters:
  ///   - language: distinguishes calls by their language: values in one say nothing of records in another.
  ///   - headers: distinguishes calls by their other headers: the values of one account say nothing of another's records.
  /// - Returns: `nil` if the route is not incremental.
  init?(_ resolved: ResolvedCall, facts: ModelFacts, language: String, headers: String) {
    guard let incremental = resolved.route.incremental, let entity = resolved.route.returns?.entity,
      let column = facts.column(of: incremental.attribute, in: entity)
    else { return nil }
    self.incremental = incremental
    self.entity = entity
    self.column = column
    route = resolved.route.name
    isGiven = resolved.call.query[incremental.parameter] != nil
    arguments = resolved.argumentsKey + language + headers
    around = (resolved.argumentsKey, headers)
  }

  /// Adds the stored value to the URL; nothing the first time.
  func apply(to url: inout RouteURL, _ db: ReadTransaction) throws {
    guard let value = try stored(db) else { return }
    url.set(
      incremental.parameter,
      try db.spelling(of: try lowered(value), column: column, of: entity).plainText)
  }

  private func stored(_ db: ReadTransaction) throws -> StoredValue? {
    try db.rows(
      "SELECT value FROM _rowsmith_increments WHERE route = ? AND arguments = ?",
      [.text(route), .text(arguments)]
    ).first?.values.first
  }

  /// The value, less the overlap.
  private func lowered(_ value: StoredValue) throws -> StoredValue {
    guard incremental.overlap > 0 else { return value }
    switch value {
    case .text(let text):
      var text = text
      let stored = text.withUTF8 { CanonicalDate.milliseconds(parsing: $0) }
      guard let stored else {
        let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        return number.map { .text("\($0 - Decimal(incremental.overlap))") } ?? value
      }
      // No two dates are further apart, so a longer overlap asks for the same.
      let most = (CanonicalDate.supported.upperBound - CanonicalDate.supported.lowerBound) / 1000
      let earlier = stored - min(Int64(incremental.overlap), most) * 1000
      return .text(
        String(unsafeUninitializedCapacity: CanonicalDate.byteCount) { bytes in
          guard let start = bytes.baseAddress else { return 0 }
          CanonicalDate.write(milliseconds: earlier, into: start)
          return CanonicalDate.byteCount
        })
    case .integer(let number):
      let (lower, overflows) = number.subtractingReportingOverflow(Int64(incremental.overlap))
      return .integer(overflows ? .min : lower)
    case .real(let number): return .real(number - Double(incremental.overlap))
    case .null, .blob: return value
    }
  }

  /// Stores the highest value received behind the last page.
  func note(_ runs: [RootRows.Run], isEnd: Bool, _ db: WriteTransaction) throws {
    if !runs.isEmpty { try forgetOtherLanguages(db) }
    guard isEnd, !isGiven, let value = try db.greatest(column, in: runs, and: try stored(db)) else { return }
    try db.run(
      """
      INSERT INTO _rowsmith_increments (route, arguments, value) VALUES (?, ?, ?)
      ON CONFLICT (route, arguments) DO UPDATE SET value = excluded.value
      """, [.text(route), .text(arguments), value])
  }

  /// Forgets the values in other languages: records have been overwritten in this one, by whatever part of an answer.
  private func forgetOtherLanguages(_ db: WriteTransaction) throws {
    try db.run(
      """
      DELETE FROM _rowsmith_increments WHERE route = ?1 AND arguments <> ?2
      AND (arguments = ?3 || ?4 OR (substr(arguments, 1, length(?3) + 4) = ?3 || ' in '
      AND substr(arguments, length(arguments) - length(?4) + 1) = ?4
      AND (?4 <> '' OR instr(arguments, ' with ') = 0)))
      """, [.text(route), .text(arguments), .text(around.before), .text(around.behind)])
  }
}
