import Rowsmith
import RowsmithSchema

/// A batch of requests (`POST /batch`), and the answers in it.
enum KintoBatch {
  /// A request of a batch.
  struct Item {
    var method: String
    var path: String
    var headers: [SyncRequest.Header] = []
    /// JSON.
    var body: [UInt8]?

    /// Whether Kinto accepts it in a batch. It takes any path with `/batch` in it for a nested batch.
    var fits: Bool { !path.contains("/batch") }
  }

  /// An answer in a batch, or one by itself.
  struct Answer {
    var status: Int
    /// How long the server asks to wait, in seconds; `nil` if it does not.
    var retryAfter: Double?
    var body: ArraySlice<UInt8>

    var isSuccess: Bool { (200..<300).contains(status) }

    /// Kinto's number for the error.
    var errno: String? {
      JSONParts.members(["errno"], of: body)?[0].map { String(decoding: $0, as: UTF8.self) }
    }

    /// The error for an answer that is not a success.
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

  /// The answers to the items of a batch, in order; `nil` for an item without an answer that can be its own.
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

  /// The id of the record. The rest of the path may be spelled differently: the bucket `default` also has another name.
  private static func lastComponent(_ path: String) -> Substring {
    path.prefix { $0 != "?" }.split(separator: "/").last ?? ""
  }
}
