import Foundation

/// A server that writes whatever bytes a test wants on the wire, on a thread for each connection. It ends when it is let
/// go of.
package final class RawServer: @unchecked Sendable {
  package let port: Int
  private let sockets: Sockets

  /// - Parameter serve: called for each connection, which is closed when it returns.
  package init(_ serve: @escaping @Sendable (RawConnection) -> Void) throws {
    let (listener, port) = try RawServer.listen()
    self.port = port
    let sockets = Sockets(listener)
    self.sockets = sockets
    Thread.detachNewThread {
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
          if errno == EINTR || errno == ECONNABORTED { continue }
          break
        }
        guard let number = sockets.begin(descriptor) else { break }
        Thread.detachNewThread {
          serve(RawConnection(descriptor, number: number))
          sockets.end(descriptor)
        }
      }
      sockets.endListening()
    }
  }

  deinit { sockets.shutDown() }

  /// How many connections have been accepted.
  package var connections: Int { sockets.connections }

  package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// A port on which nobody listens. It stays bound, so that no server of another test gets it.
  package static func closedPort() throws -> Int { try closed.get() }

  private static let closed = Result { try bound(isReused: false).1 }

  private static func listen() throws -> (Int32, Int) {
    let (descriptor, port) = try bound(isReused: true)
    guard Foundation.listen(descriptor, 512) == 0 else { throw CocoaError(.fileReadUnknown) }
    return (descriptor, port)
  }

  private static func bound(isReused: Bool) throws -> (Int32, Int) {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var on: Int32 = isReused ? 1 : 0
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard bind(descriptor, address, length) == 0 else { return Int32(-1) }
        return getsockname(descriptor, address, &length)
      }
    }
    guard result == 0 else { throw CocoaError(.fileReadUnknown) }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}

/// The descriptors of a server. Who closes one, and who shuts it down, holds the lock and knows it to be open: the number of one
/// that was closed may be that of another test's connection a moment later.
private final class Sockets: @unchecked Sendable {
  /// Guards everything below, and what is done to the descriptors.
  private let lock = NSLock()
  private var listener: Int32?
  private var open: Set<Int32> = []
  private var accepted = 0
  private var hasEnded = false

  init(_ listener: Int32) { self.listener = listener }

  var connections: Int { lock.withLock { accepted } }

  /// Notes a connection.
  ///
  /// - Returns: its number, from 1; nil where the server has ended, and the connection with it.
  func begin(_ descriptor: Int32) -> Int? {
    lock.withLock {
      guard !hasEnded else {
        close(descriptor)
        return nil
      }
      accepted += 1
      open.insert(descriptor)
      return accepted
    }
  }

  func end(_ descriptor: Int32) {
    lock.withLock { if open.remove(descriptor) != nil { close(descriptor) } }
  }

  func endListening() {
    lock.withLock {
      if let listener { close(listener) }
      listener = nil
    }
  }

  /// Has the threads of the server find the end; they close what is theirs.
  func shutDown() {
    lock.withLock {
      hasEnded = true
      for descriptor in open.sorted() + [listener].compactMap(\.self) {
        shutdown(descriptor, Int32(SHUT_RDWR))
      }
    }
  }
}
