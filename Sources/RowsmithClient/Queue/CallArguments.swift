import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// The arguments of a call as stored in the queue: JSON with the path and query values, and headers.
struct CallArguments: Sendable, Hashable {
  var method: String?
  var path: [String: StoredValue] = [:]
  var query: [String: StoredValue] = [:]
  var headers: [HTTPHeaders.Field] = []

  init(_ call: RouteCall) {
    method = call.method?.rawValue
    path = call.path
    query = call.query
    // Credentials are not stored: authentication adds the current ones when the call is sent.
    headers = call.options.headers.fields.filter { !CallArguments.areCredentials($0) }
  }

  private static func areCredentials(_ field: HTTPHeaders.Field) -> Bool {
    ["authorization", "cookie", "proxy-authorization"].contains(field.name.lowercased())
  }

  /// The credentials that a call itself has.
  static func credentials(of call: RouteCall) -> [HTTPHeaders.Field] {
    call.options.headers.fields.filter(areCredentials)
  }

  init(text: String) {
    guard let json = try? JSONValue(parsing: text) else { return }
    if case .string(let name)? = json["method"] { method = name }
    path = CallArguments.values(json["path"])
    query = CallArguments.values(json["query"])
    if case .array(let items)? = json["headers"] {
      headers = items.compactMap { item in
        guard case .string(let name)? = item["name"], case .string(let value)? = item["value"] else {
          return nil
        }
        return .init(name: name, value: value)
      }
    }
  }

  /// The JSON, with sorted keys.
  var text: String {
    JSONValue.object([
      .init(
        "headers",
        .array(headers.map { .object([.init("name", .string($0.name)), .init("value", .string($0.value))]) })),
      .init("method", method.map(JSONValue.string) ?? .null),
      .init("path", CallArguments.json(path)), .init("query", CallArguments.json(query)),
    ]).text
  }

  /// The values that may be local keys, which the server's keys will replace.
  var localKeys: [StoredValue] { (Array(path.values) + Array(query.values)).filter(LocalKey.isLocal) }

  /// Whether a value may be a local key.
  var refersToLocalKey: Bool { !localKeys.isEmpty }

  /// The call, without its record.
  func call(_ route: String) -> RouteCall {
    var call = RouteCall(route, method: method.flatMap(RouteMethod.init), path: path)
    call.query = query
    call.options.headers = HTTPHeaders(headers.map { ($0.name, $0.value) })
    return call
  }

  private static func json(_ values: [String: StoredValue]) -> JSONValue {
    .object(
      values.sorted { $0.key < $1.key }.map { name, value in
        // In a list of two, as the coding of a single key would drop its type.
        .init(name, (try? JSONValue(parsing: KeyCoding.encode([value, .null]).plainText)) ?? .null)
      })
  }

  private static func values(_ json: JSONValue?) -> [String: StoredValue] {
    guard case .object(let members)? = json else { return [:] }
    return Dictionary(
      members.map { ($0.key, KeyCoding.decode(.text($0.value.text), count: 2).first ?? .null) },
      uniquingKeysWith: { _, last in last })
  }
}
