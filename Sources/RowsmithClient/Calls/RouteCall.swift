public import RowsmithAPI
public import RowsmithSchema

/// One call of a route, with its arguments. Made by generated methods, and by the command line from its arguments.
public struct RouteCall: Sendable {
  /// The name of the route.
  public var route: String
  /// The method; `nil` for the route's first.
  public var method: RouteMethod?
  /// The values of the path's placeholders, by name.
  public var path: [String: StoredValue]
  /// The values of the query parameters, by their names in the request. A parameter without a value is not sent.
  public var query: [String: StoredValue]
  /// The record to send, if the route sends one. It also fills placeholders that are its attributes.
  public var record: RecordBody?
  /// The body, if the route sends no record.
  public var body: RequestBody?
  /// The options of the call.
  public var options: CallOptions

  /// Creates a call. Query parameters that are `nil` are left out.
  public init(
    _ route: String, method: RouteMethod? = nil, path: [String: StoredValue] = [:],
    query: [String: StoredValue?] = [:], record: RecordBody? = nil, body: RequestBody? = nil,
    options: CallOptions = CallOptions()
  ) {
    self.route = route
    self.method = method
    self.path = path
    self.query = query.compactMapValues { $0 }
    self.record = record
    self.body = body
    self.options = options
  }
}
