import Rowsmith
import RowsmithSchema

/// Several requests as one (`POST /batch`), and the answers in it.
enum KintoBatch {
  /// A request of a batch.
  struct Item {
    var method: String
    var path: String
    var headers: [SyncRequest.Header] = []
    /// JSON.
    var body: [UInt8]?

    /// Whether Kinto takes it in a batch: it takes any path that has `/batch` in it for a batch in a batch.
    var fits: Bool { !path.contains("/batch") }
  }

  /// An answer of a batch, or one by itself.
  struct Answer {
    var status: Int
    /// Seconds, where the server says how long to wait.
    var retryAfter: Double?
    var body: ArraySlice<UInt8>

    var isSuccess: Bool { (200..<300).contains(status) }

    /// How Kinto numbers the error.
    var errno: String? {
      JSONParts.members(["errno"], of: body)?[0].map { String(decoding: $0, as: UTF8.self) }
    }

    /// The error that it is.
    func error(_ item: Item) -> SyncError {
      let message = JSONParts.members(["message"], of: body)?[0].flatMap(JSONParts.text)
      return SyncError(
        status: status, code: errno, message: message, retryAfter: retryAfter,
        request: "\(item.method) \(item.path)")
    }
  }

  /// The body of a batch. No defaults: Kinto would merge them into each item.
  static func body(_ items: ArraySlice<Item>) -> [UInt8] {
    var output = Array(#"{"requests":["#.utf8)
    for (index, item) in items.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      output += #"{"method":"\#(item.method)","path":"\#(item.path)""#.utf8
      if !item.headers.isEmpty {
        output += #","headers":{"#.utf8
        for (index, header) in item.headers.enumerated() {
          if index > 0 { output.append(UInt8(ascii: ",")) }
          JSONString.append(header.name, to: &output)
          output.append(UInt8(ascii: ":"))
          JSONString.append(header.value, to: &output)
        }
        output.append(UInt8(ascii: "}"))
      }
      if let body = item.body {
        output += #","body":"#.utf8
        output += body
      }
      output.append(UInt8(ascii: "}"))
    }
    output += "]}".utf8
    return output
  }

  /// The answers to the items of a batch, in their order; nil for an item that has none that can be meant for it.
  static func answers(_ body: [UInt8], to items: ArraySlice<Item>) -> [Answer?]? {
    guard let responses = JSONParts.members(["responses"], of: body[...])?[0],
      let parts = JSONParts.items(of: responses)
    else { return nil }
    return items.enumerated().map { index, item in index < parts.count ? answer(parts[index], to: item) : nil
    }
  }

  private static func answer(_ bytes: ArraySlice<UInt8>, to item: Item) -> Answer? {
    guard let members = JSONParts.members(["status", "path", "headers", "body"], of: bytes),
      let status = members[0].flatMap(JSONParts.integer), (100..<600).contains(status),
      let path = members[1].flatMap(JSONParts.text), lastComponent(path) == lastComponent(item.path)
    else { return nil }
    let seconds = members[2].flatMap { JSONParts.members(["Retry-After"], of: $0)?[0] }.flatMap(
      JSONParts.text)
    return Answer(status: Int(status), retryAfter: seconds.flatMap { Double($0) }, body: members[3] ?? [])
  }

  /// The id of the record. What stands before it may be spelled otherwise: a bucket `default` has another name, too.
  private static func lastComponent(_ path: String) -> Substring {
    path.prefix { $0 != "?" }.split(separator: "/").last ?? ""
  }
}
