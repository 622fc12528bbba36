public import RowsmithAPI
public import RowsmithSchema

/// One call of a route, with what fills it in. Generated methods make these; the command line makes them from its arguments.
public struct RouteCall: Sendable {
  /// The name of the route.
  public var route: String
  /// The method; nil for the first one of the route.
  public var method: RouteMethod?
  /// The values of the placeholders of the path, by their names.
  public var path: [String: StoredValue]
  /// The values of the query parameters, by the names they have in the request. What is not there is not sent.
  public var query: [String: StoredValue]
  /// The record that is sent, where the route sends one. It fills in placeholders that are its attributes.
  public var record: RecordBody?
  /// The body, where the route sends no record.
  public var body: RequestBody?
  /// How the call is made.
  public var options: CallOptions

  /// Creates a call. Query parameters that are nil are left out.
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
