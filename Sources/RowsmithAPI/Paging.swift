/// How an answer is split into pages, and how the next page is found.
public enum Paging: Sendable, Hashable {
  /// The header `Link` with `rel="next"` (RFC 8288).
  case link
  /// A page number, from 1.
  ///
  /// - Parameters:
  ///   - parameter: the query parameter for the number: `page`.
  ///   - size: the query parameter for the number of records in a page, if any: `per_page`.
  case page(parameter: String, size: String?)
  /// The number of records before the page.
  ///
  /// - Parameters:
  ///   - parameter: the query parameter for that number: `start`.
  ///   - size: the query parameter for the number of records in a page, if any: `limit`.
  case offset(parameter: String, size: String?)
  /// A value in the body that leads to the next page: a cursor, or a whole URL.
  ///
  /// - Parameters:
  ///   - place: the path of keys to the value: `meta.next_cursor`.
  ///   - parameter: the query parameter for the cursor; `nil` if the value is a whole URL.
  case cursor(place: [String], parameter: String?)
  /// An attribute of the last record of the page before.
  ///
  /// - Parameters:
  ///   - attribute: its name in the model: `id`.
  ///   - parameter: the query parameter for its value: `after_id`.
  case after(attribute: String, parameter: String)
}
