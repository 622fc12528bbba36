public import Foundation
import Rowsmith
public import RowsmithClient

/// Records the exchanges of another transport, and writes them to a file from which ``ReplayTransport`` answers.
///
/// ```swift
/// let recorder = RecordingTransport(transport)
/// let client = try ServerClient(store: store, transport: recorder)
/// try await client.enterprises()
/// try recorder.save(to: path)
/// ```
///
/// Secrets are left out: the headers of requests, most of those of answers, names and passwords in URLs, and parameters and
/// members of JSON that are called token, password, secret or the like, or are JSON Web Tokens, and what such a member of an
/// answer has brought where a later URL has it. Still look through the file before you publish it: a body that is not JSON is
/// stored unchanged. Of JSON that broke off nothing is stored, as secrets are not found in a part of it.
public final class RecordingTransport: Transport, @unchecked Sendable {
  private let transport: any Transport
  /// Guards what follows.
  private let lock = NSLock()
  private var exchanges: [RecordedExchange] = []
  private var redaction = Redaction()

  /// Creates a transport that records another one.
  public init(_ transport: any Transport) { self.transport = transport }

  /// Sends the request over the other transport.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let index = lock.withLock {
      exchanges.append(RecordedExchange(request, redaction))
      return exchanges.count - 1
    }
    do {
      let response = try await transport.send(request)
      return record(response, to: request, at: index)
    } catch {
      change(index) { exchange, _ in exchange.take(error) }
      throw error
    }
  }

  /// Writes the exchanges so far to a file. Those that have not ended fail when they are played again.
  ///
  /// - Throws: an error of Foundation if the file cannot be written.
  public func save(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(lock.withLock { exchanges })
    try (data + Data("\n".utf8)).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// Writes the exchanges so far to a file.
  ///
  /// - Throws: an error of Foundation if the file cannot be written.
  public func save(to url: URL) throws { try save(to: url.filePath) }

  private func record(_ response: HTTPResponse, to request: HTTPRequest, at index: Int) -> HTTPResponse {
    change(index) { $0.take(response, to: request, &$1) }
    let body = RecordedBody(response.body) { bytes, end in
      self.change(index) { exchange, redaction in
        switch end {
        case .whole: exchange.take(bytes, nil, &redaction)
        case .failed(let error): exchange.take(bytes, error, &redaction)
        case .released: exchange.takeBeginning(bytes, &redaction)
        }
      }
    }
    var recorded = response
    recorded.body = HTTPResponseBody { try await body.next() }
    return recorded
  }

  private func change(_ index: Int, _ body: (inout RecordedExchange, inout Redaction) -> Void) {
    lock.withLock { body(&exchanges[index], &redaction) }
  }
}

/// Passes a body on, and collects it until its end, or until its reader releases it.
private final class RecordedBody: @unchecked Sendable {
  enum End {
    case whole
    case failed(any Error)
    /// The reader did not want the rest.
    case released
  }

  private let body: HTTPResponseBody
  private let ended: @Sendable ([UInt8], End) -> Void
  /// Guards what follows.
  private let lock = NSLock()
  private var bytes: [UInt8] = []
  private var isOver = false

  init(_ body: HTTPResponseBody, ended: @escaping @Sendable ([UInt8], End) -> Void) {
    self.body = body
    self.ended = ended
  }

  deinit {
    if !isOver { ended(bytes, .released) }
  }

  func next() async throws -> [UInt8]? {
    // A body can be read only once, by any iterator.
    var iterator = body.makeAsyncIterator()
    do {
      guard let chunk = try await iterator.next() else {
        finish(.whole)
        return nil
      }
      lock.withLock { bytes += chunk }
      return chunk
    } catch {
      finish(.failed(error))
      throw error
    }
  }

  private func finish(_ end: End) {
    let bytes = lock.withLock {
      isOver = true
      return self.bytes
    }
    ended(bytes, end)
  }
}
