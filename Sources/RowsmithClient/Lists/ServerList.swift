public import Rowsmith
import RowsmithSchema

/// Records in the server's order, for one set of arguments: to be read, observed, and loaded page by page.
///
/// ```swift
/// let list = client.timeline.list(topic: "swift")
/// try await list.reload()
/// if try await list.hasNext() { try await list.loadNext() }
/// for try await articles in store.observe(try list.contents()) {
///   show(articles.map(\.title))
/// }
/// ```
public struct ServerList<R: Record>: Sendable {
  let client: Client
  let call: RouteCall

  /// Creates the list of a call.
  public init(_ client: Client, _ call: RouteCall) {
    self.client = client
    self.call = call
  }

  /// The request for the records of the list, for `fetch` and `observe`. Deleted records are left out.
  ///
  /// - Throws: ``ClientError`` if an argument is missing.
  public func contents() throws -> Contents {
    let resolved = try client.resolver.resolve(call)
    return Contents(route: resolved.route.name, arguments: resolved.argumentsKey, limit: .max)
  }

  /// The current records, in the server's order.
  public func records() async throws -> [R] { try await client.store.fetch(try contents()) }

  /// Asks the server for the first page, which replaces the list.
  @discardableResult
  public func reload() async throws -> Answer<R> {
    var call = call
    if call.options.fetching == nil { call.options.fetching = .networkOnly }
    return try await client.call(call)
  }

  /// Whether the server has said that there is a next page.
  public func hasNext() async throws -> Bool { try await next() != nil }

  /// Fetches the next page and appends its records.
  ///
  /// - Returns: `nil` if there is none: the list has ended, or no page has been fetched yet.
  @discardableResult
  public func loadNext() async throws -> Answer<R>? {
    guard let url = try await next() else { return nil }
    return try await client.continueList(call, at: url)
  }

  private func next() async throws -> String? {
    let contents = try contents()
    return try await client.store.read { db in
      let rows = try db.rows(
        "SELECT next FROM _rowsmith_lists WHERE route = ? AND arguments = ?",
        [.text(contents.route), .text(contents.arguments)])
      guard case .text(let url)? = rows.first?.values.first else { return nil }
      return url
    }
  }

  /// The request for the records of a list.
  public struct Contents: ReadRequest, Hashable {
    let route: String
    let arguments: String
    let limit: Int

    /// Reads the records, in the server's order.
    public func fetch(_ db: ReadTransaction) throws -> [R] {
      let keys = try db.rows(
        """
        SELECT key FROM _rowsmith_list_items JOIN _rowsmith_lists ON id = list
        WHERE route = ? AND arguments = ? ORDER BY position LIMIT ?
        """, [.text(route), .text(arguments), .integer(Int64(clamping: limit))]
      ).compactMap(\.values.first)
      return try db.records(R.self, keys: keys)
    }
  }
}
