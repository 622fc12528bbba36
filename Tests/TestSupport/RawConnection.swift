import Foundation

/// A connection as bytes: one that a ``RawServer`` has accepted, or one to a server.
package final class RawConnection {
  package let descriptor: Int32
  /// The first one is 1.
  package let number: Int
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32, number: Int) {
    self.descriptor = descriptor
    self.number = number
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    #if canImport(Darwin)
      // Instead of the flag of `send` below.
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Connects to a server on this machine.
  package convenience init(port: Int) throws {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      Foundation.close(descriptor)
      throw CocoaError(.fileReadUnknown)
    }
    self.init(descriptor, number: 1)
  }

  package func close() { Foundation.close(descriptor) }

  /// A request as it came; or an answer.
  package struct Request: Sendable {
    package var line: String
    package var headers: [String: String]
    package var body: [UInt8]
    package var method: String { String(line.prefix { $0 != " " }) }
    package var path: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
  }

  /// The next request, read to its end; nil where the client has closed.
  package func readRequest() -> Request? {
    guard let head = readHead() else { return nil }
    let length = head.headers["content-length"].flatMap { Int($0) } ?? 0
    while buffer.count < length { guard fill() else { return nil } }
    defer { buffer.removeFirst(length) }
    return Request(line: head.line, headers: head.headers, body: Array(buffer.prefix(length)))
  }

  /// The head of the next request; its body is left where it is.
  package func readHead() -> Request? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let found = buffer.firstRange(of: end) {
        let lines = String(decoding: buffer[..<found.lowerBound], as: UTF8.self).components(
          separatedBy: "\r\n")
        buffer.removeFirst(found.upperBound)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          guard let colon = line.firstIndex(of: ":") else { continue }
          let name = line[..<colon].lowercased()
          let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
          headers[name] = headers[name].map { "\($0), \(value)" } ?? value
        }
        return Request(line: lines[0], headers: headers, body: [])
      }
      guard fill() else { return nil }
    }
  }

  /// Reads what comes and forgets it, until the client closes. Gives how many bytes there were.
  @discardableResult
  package func drain() -> Int {
    var count = buffer.count
    buffer = []
    while fill() {
      count += buffer.count
      buffer = []
    }
    return count
  }

  package func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes; false where the client has closed.
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let slice = UnsafeRawBufferPointer(rebasing: rest)
        #if canImport(Glibc)
          let count = send(descriptor, slice.baseAddress, slice.count, Int32(MSG_NOSIGNAL))
        #else
          let count = send(descriptor, slice.baseAddress, slice.count, 0)
        #endif
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Writes an answer with its length.
  package func answer(_ status: String = "200 OK", headers: [String] = [], body: [UInt8] = []) {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.count)", "", ""]
    write(Array(lines.joined(separator: "\r\n").utf8) + body)
  }

  package func pause(_ seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

  /// Closes with RST instead of FIN.
  package func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
  }

  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += bytes[..<count]
      return true
    }
  }
}
