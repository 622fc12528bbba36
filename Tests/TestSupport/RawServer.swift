import Foundation

/// A server that writes whatever bytes a test wants on the wire, on a thread for each connection. It ends when it is let
/// go of.
package final class RawServer: @unchecked Sendable {
  package let port: Int
  private let listener: Int32
  /// Guards what follows.
  private let lock = NSLock()
  private var open: Set<Int32> = []
  private var accepted = 0

  /// - Parameter serve: called for each connection, which is closed when it returns.
  package init(_ serve: @escaping @Sendable (RawConnection) -> Void) throws {
    (listener, port) = try RawServer.listen()
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
          if errno == EINTR || errno == ECONNABORTED { continue }
          break
        }
        guard let self else {
          close(descriptor)
          break
        }
        self.lock.withLock {
          self.accepted += 1
          self.open.insert(descriptor)
        }
        let number = self.connections
        Thread.detachNewThread { [weak self] in
          serve(RawConnection(descriptor, number: number))
          if let self, !self.lock.withLock({ self.open.remove(descriptor) != nil }) { return }
          close(descriptor)
        }
      }
      close(listener)
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    // Their threads find the end and close them.
    for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  /// How many connections have been accepted.
  package var connections: Int { lock.withLock { accepted } }

  package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// A port on which nobody listens.
  package static func closedPort() throws -> Int {
    let (descriptor, port) = try listen()
    close(descriptor)
    return port
  }

  private static func listen() throws -> (Int32, Int) {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var on: Int32 = 1
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
    guard result == 0, Foundation.listen(descriptor, 512) == 0 else {
      throw CocoaError(.fileReadUnknown)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}
