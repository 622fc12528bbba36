import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// Finds the URL of the next page of an answer.
struct PageTurner {
  let route: Route
  /// The URL of the first page.
  let start: RouteURL
  let schema: Schema
  /// How many records the first page has; `nil` if they were not counted.
  var firstCount: Int?

  /// Finds the page after the one received.
  ///
  /// - Parameter url: the URL of the page received.
  /// - Returns: the URL, `nil` after the last page; the number of records in the page, if they had to be counted; and, if
  ///   pages are asked for by number and the records have a key, their hash.
  /// - Throws: ``ClientError`` if the page lacks what the route's paging needs.
  func next(after received: Received, url: String) throws -> (url: String?, count: Int?, digest: Int?) {
    guard let paging = route.pages else { return (nil, nil, nil) }
    if case .link = paging {
      return (try LinkHeader.next(in: received.headers).map { try resolve($0, received) }, nil, nil)
    }
    let (json, records) = try contents(received)
    if case .cursor(let place, let parameter) = paging {
      return (try next(cursor: json.value(at: place), parameter, received), records.count, nil)
    }
    let digest = route.countsPages && hasKey ? records.hashValue : nil
    return (try next(behind: records, paging, url: url), records.count, digest)
  }

  /// Whether the records have a key. Of those that have none, or their position in it, many may be the same.
  private var hasKey: Bool {
    let graph = SchemaGraph(schema)
    guard let root = route.returns?.entity.flatMap({ graph.root(of: $0) }), !root.primaryKey.isEmpty else {
      return false
    }
    return !root.primaryKey.contains { part in
      graph.attribute(part, of: root.name)?.importPaths.contains(.index) ?? false
    }
  }

  /// The URL of the page behind records; `nil` if they are the last.
  private func next(behind records: [JSONValue], _ paging: Paging, url: String) throws -> String? {
    guard !records.isEmpty else { return nil }
    var next = start
    switch paging {
    case .page(let parameter, let size):
      guard !isLast(records, size), let place = PageTurner.place(parameter, in: url, first: 1, plus: 1) else {
        return nil
      }
      next.set(parameter, String(place))
    case .offset(let parameter, let size):
      guard !isLast(records, size),
        let place = PageTurner.place(parameter, in: url, first: 0, plus: records.count)
      else { return nil }
      next.set(parameter, String(place))
    case .after(let attribute, let parameter):
      next.set(parameter, try last(attribute, of: records))
    case .link, .cursor: break
    }
    return next.text
  }

  /// Whether a page is shorter than the first one, and so the last. A page shorter than asked for proves nothing by itself, since
  /// servers limit the size of pages.
  private func isLast(_ records: [JSONValue], _ size: String?) -> Bool {
    guard let firstCount, size != nil, let wanted else { return false }
    return records.count < min(wanted, firstCount)
  }

  /// How many records a page was asked to have; `nil` if that is not known.
  var wanted: Int? {
    let size: String?
    switch route.pages {
    case .page(_, let name)?: size = name
    case .offset(_, let name)?: size = name
    default: size = nil
    }
    return start.query.first { $0.name == size }.flatMap { Int($0.value) }
  }

  private func next(cursor: JSONValue?, _ parameter: String?, _ received: Received) throws -> String? {
    let text: String
    switch cursor {
    // With some servers, 0 is the number of no page, also as text (`next_cursor_str`). Asked for it, they would begin again.
    case nil, .null, .bool(false), .number("0"), .string("0"): return nil
    case .string(let value): text = value
    case .number(let value): text = value
    default:
      let found = cursor?.text.prefix(40).description.escapedForDisplay() ?? ""
      throw ClientError(
        .answer, "expected a cursor or a URL where the next page is named, found \(found)")
    }
    if text.isEmpty { return nil }
    // A cursor may begin with a slash, as base64 does; a path to the next page has a query.
    let isRelative = text.hasPrefix("?") || (text.hasPrefix("/") && text.contains("?"))
    if parameter == nil || text.contains("://") || isRelative {
      return try resolve(text, received)
    }
    var next = start
    next.set(parameter ?? "", text)
    return next.text
  }

  /// The URL that a link leads to. One that cannot be followed is not the end: the records behind it would count as deleted.
  private func resolve(_ link: String, _ received: Received) throws -> String {
    if let url = URLReference.resolve(link, against: received.url) { return url }
    throw ClientError(
      .answer,
      "expected the address of the next page, found '\(RouteURL.shown(link))', which is no HTTP address or leads from https "
        + "to http; nothing was imported")
  }

  /// The whole page, and the records in it.
  private func contents(_ received: Received) throws -> (JSONValue, [JSONValue]) {
    guard let source = received.source else { return (.null, []) }
    let json: JSONValue
    do {
      json = try JSONValue(answer: source.readAll())
    } catch {
      throw ClientError(
        .answer, "page of '\(RouteURL.shown(received.url))' is not JSON: \(error); nothing was imported")
    }
    guard case .array(let records)? = json.value(at: route.at) else { return (json, []) }
    return (json, records)
  }

  /// The value of an attribute of the last record, as the server writes it.
  private func last(_ attribute: String, of records: [JSONValue]) throws -> String {
    let entity = route.returns?.entity ?? ""
    let keys = SchemaGraph(schema).attribute(attribute, of: entity)?.importPaths ?? []
    for path in keys {
      guard case .keys(let path) = path, let value = records.last?.value(at: path), value != .null else {
        continue
      }
      return value.plainText
    }
    throw ClientError(
      .answer,
      "the last record of the page has no '\(attribute)', after which the next page begins; nothing was imported"
    )
  }

  /// The number of the next page, or of its first record; `nil` if there is none, behind the greatest number.
  ///
  /// - Parameters:
  ///   - url: that of the page received.
  ///   - first: the number of a page whose URL has none.
  ///   - count: how far it is to the next one.
  private static func place(_ name: String, in url: String, first: Int, plus count: Int) -> Int? {
    let here = value(of: name, in: url).flatMap { Int($0) } ?? first
    let (place, overflows) = here.addingReportingOverflow(count)
    return overflows ? nil : place
  }

  /// The value of a parameter in a URL that ``RouteURL`` made.
  private static func value(of name: String, in url: String) -> String? {
    let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let prefix = URLEncoding.encodeValue(name) + "="
    return query.split(separator: "&").first { $0.hasPrefix(prefix) }.map {
      String($0.dropFirst(prefix.count))
    }
  }
}

extension JSONValue {
  /// The value at a path of keys. One that is a whole number is also an index into an array, as in an import.
  package func value(at keys: [String]) -> JSONValue? {
    var value = self
    for key in keys {
      if case .array(let items) = value {
        guard let index = Int(key), items.indices.contains(index) else { return nil }
        value = items[index]
      } else {
        guard let next = value[key] else { return nil }
        value = next
      }
    }
    return value
  }
}
