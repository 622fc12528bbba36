import Foundation

/// A position in a list, stored in ``SyncPage/next``.
struct RESTPosition: Codable, Equatable {
  /// Where changes begin; `nil` for all records.
  var since: String?
  /// The URL of the page; `nil` for the first one after `since`.
  var url: String?
  /// The records at that time that came already: ids with versions. Empty if there are too many.
  var seen: [String] = []
  /// The number of records in a page, if larger than usual.
  var size: Int?
  /// How many records the first page after `since` had; `nil` if they were not counted.
  var firstCount: Int?
  /// How many records have come since then; `nil` for none.
  var received: Int?
  /// A digest of the records of the page read last, if pages are counted. Earlier versions wrote that of its bytes: a
  /// page that repeats it is then read as another one, and ends the list when it comes again.
  var last: String?
  /// Whether that is shorter than the first one; `nil` for no.
  var isShort: Bool?
  /// The number of pages read so far.
  var pages = 0
  /// The server's time at the very first page, in milliseconds since 1970.
  var time: Int64?
  /// Whether that comes from the server itself rather than from a proxy.
  var isTimeExact = false
  /// Whether the server writes fractions of a second.
  var hasFractions = false
  /// The highest number of a change so far.
  var highest: Int64?
  /// The highest number on the first page.
  var firstHighest: Int64?
  /// Whether every page so far was sorted by the time of change.
  var isSorted: Bool
  /// Whether the list leaves out what was changed at the time that is asked for; `nil` for no.
  var isExclusive: Bool?
  /// The total number of records, as the server counts them.
  var total: Int?
  /// How many times reading has started again.
  var restarts = 0

  init(since: String?, isSorted: Bool) {
    self.since = since
    self.isSorted = isSorted
  }

  /// - Throws: ``SyncError`` if the text is not a position.
  init(text: String) throws {
    guard let position = try? JSONDecoder().decode(RESTPosition.self, from: Data(text.utf8)) else {
      throw SyncError(
        .resetNeeded, "'\(text.prefix(100))' is not a position in a list; the list has to be read again")
    }
    self = position
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The first page of the records changed at a time or later.
  func first(since: String?, size: Int? = nil, seen: [String] = []) -> RESTPosition {
    var first = self
    first.seen = seen.count <= 100 ? seen : []
    (first.since, first.url, first.size) = (since, nil, size)
    (first.firstCount, first.received, first.last, first.isShort) = (nil, nil, nil, nil)
    return first
  }

  /// Where the next sync begins; `nil` for no further than before.
  ///
  /// Everything before it has been seen. A change committed late, after the first page was made, has a time within the overlap or
  /// later.
  ///
  /// - Parameters:
  ///   - isLast: whether this was the last page.
  ///   - overlap: in the unit of the numbers.
  func reached(isLast: Bool, overlap: Int64) -> Int64? {
    if isLast, let time, isTimeExact { return time - overlap }
    let reached: Int64? =
      // In another order, records at the beginning may have changed since the first page.
      isSorted ? highest : !isLast ? nil : time == nil ? firstHighest : highest
    guard let reached else { return nil }
    if let time, isTimeExact { return min(reached, time - overlap) }
    return min(reached, time ?? reached) - overlap
  }
}
