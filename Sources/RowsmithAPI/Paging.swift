/// How an answer is cut into pages, and how the next one is found.
public enum Paging: Sendable, Hashable {
  /// The header `Link` with `rel="next"` (RFC 8288).
  case link
  /// The number of the page, from 1.
  ///
  /// - Parameters:
  ///   - parameter: the parameter that takes it: `page`.
  ///   - size: the parameter that takes the number of records of a page, if there is one: `per_page`.
  case page(parameter: String, size: String?)
  /// The number of records in front of the page.
  ///
  /// - Parameters:
  ///   - parameter: the parameter that takes it: `start`.
  ///   - size: the parameter that takes the number of records of a page: `limit`.
  case offset(parameter: String, size: String?)
  /// A value in the body that leads to the next page: a cursor, or a whole URL.
  ///
  /// - Parameters:
  ///   - place: the keys that lead to it: `meta.next_cursor`.
  ///   - parameter: the parameter that takes a cursor; nil where it is a whole URL.
  case cursor(place: [String], parameter: String?)
  /// The attribute of the last record of a page.
  ///
  /// - Parameters:
  ///   - attribute: its name in the model: `id`.
  ///   - parameter: the parameter that takes its value: `after_id`.
  case after(attribute: String, parameter: String)
}
