import Foundation

/// Where in a list reading goes on: what ``SyncPage/next`` is.
struct RESTPosition: Codable, Equatable {
  /// From which change on is asked; nil for all there is.
  var since: String?
  /// The page; nil for the first one behind `since`.
  var url: String?
  /// What came already of what was changed at that moment: ids with their versions. Empty where it is too much to keep.
  var seen: [String] = []
  /// How many records a page has, where it is to have more than usual.
  var size: Int?
  /// How many records the first page behind `since` had; nil where nobody looked.
  var firstCount: Int?
  /// How many pages came before.
  var pages = 0
  /// The server's clock at the first page of all, in milliseconds since 1970.
  var time: Int64?
  /// Whether that is the server's own, and not that of something in front of it.
  var isTimeExact = false
  /// Whether the server writes parts of a second.
  var hasFractions = false
  /// The highest number of a change so far.
  var highest: Int64?
  /// That of the first page.
  var firstHighest: Int64?
  /// Whether each page so far was sorted by when its records were changed.
  var isSorted: Bool
  /// How many records the server has counted in all.
  var total: Int?
  /// How often reading began again.
  var restarts = 0

  init(since: String?, isSorted: Bool) {
    self.since = since
    self.isSorted = isSorted
  }

  /// - Throws: ``SyncError`` for a text that is no position.
  init(text: String) throws {
    guard let position = try? JSONDecoder().decode(RESTPosition.self, from: Data(text.utf8)) else {
      throw SyncError(.resetNeeded, "'\(text.prefix(100))' is no place in a list; it has to be read again")
    }
    self = position
  }

  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The first page of the records that were changed at a moment, or after it.
  func first(since: String?, size: Int? = nil, seen: [String] = []) -> RESTPosition {
    var first = self
    first.seen = seen.count <= 100 ? seen : []
    (first.since, first.url, first.size, first.firstCount) = (since, nil, size, nil)
    return first
  }

  /// From where is asked next time, when so much was read; nil for no further than before.
  ///
  /// Everything before it has been seen: what was committed after the first page was made, and late, has a moment of the
  /// overlap before that or after.
  ///
  /// - Parameters:
  ///   - isLast: whether there is no page any more.
  ///   - overlap: in the unit of the numbers.
  func reached(isLast: Bool, overlap: Int64) -> Int64? {
    if isLast, let time, isTimeExact { return time - overlap }
    let reached: Int64? =
      // Where the order is another, records in front have changed since the first page came.
      isSorted ? highest : !isLast ? nil : time == nil ? firstHighest : highest
    guard let reached else { return nil }
    if let time, isTimeExact { return min(reached, time - overlap) }
    return min(reached, time ?? reached) - overlap
  }
}
