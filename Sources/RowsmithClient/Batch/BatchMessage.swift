import Rowsmith
import RowsmithAPI

/// One request within a batch.
package struct BatchRequest: Sendable, Hashable {
  package var method: String
  package var uri: String
  package var headers: HTTPHeaders
  package var body: String?

  package init(method: String, uri: String, headers: HTTPHeaders, body: String? = nil) {
    self.method = method
    self.uri = uri
    self.headers = headers
    self.body = body
  }
}

/// One answer within a batch.
struct BatchAnswer: Sendable {
  var status: Int
  var headers = HTTPHeaders()
  var body: String?
}

/// Writes and reads batches: requests as `{"batch": [{"uri", "method", "body", "headers"}]}`, answers as
/// `[{"code", "body", "headers"}]`. Bodies are JSON as text.
enum BatchMessage {
  static func body(_ requests: [BatchRequest]) -> [UInt8] {
    let items = requests.map { request -> JSONValue in
      var members: [JSONValue.Member] = [
        .init("uri", .string(request.uri)), .init("method", .string(request.method)),
        .init("headers", .object(request.headers.fields.map { .init($0.name, .string($0.value)) })),
      ]
      if let body = request.body { members.append(.init("body", .string(body))) }
      return .object(members)
    }
    return Array(JSONValue.object([.init("batch", .array(items))]).text.utf8)
  }

  /// The answers, in the order received; `nil` for an item that is null or not an answer.
  ///
  /// - Throws: ``ClientError`` if the JSON is not a list.
  static func answers(_ bytes: [UInt8]) throws -> [BatchAnswer?] {
    guard case .array(let items)? = try? JSONValue(answer: bytes) else {
      var error = ClientError(.answer, "expected a list of answers to the batch, found something else")
      error.mayHaveArrived = true
      throw error
    }
    return items.map { item in
      guard case .number(let text)? = item["code"], let status = Int(text) else { return nil }
      var answer = BatchAnswer(status: status)
      switch item["body"] {
      case .string(let body)?: answer.body = body
      case .null?, nil: break
      // Some servers send the body as JSON instead of text.
      case let value?: answer.body = value.text
      }
      if case .object(let members)? = item["headers"] {
        for member in members {
          // Some servers have a list of the values of each header.
          let values: [JSONValue] = if case .array(let items) = member.value { items } else { [member.value] }
          for value in values { answer.headers.add(member.key, value.plainText) }
        }
      }
      return answer
    }
  }
}
