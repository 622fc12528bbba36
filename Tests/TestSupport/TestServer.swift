import Foundation

/// The REST server of `Tests/Server`, in a process of its own that ends with this one.
///
/// Tests run at the same time: each takes paths or rows of its own, and asks for faults in the request (`X-Fault`,
/// `?_fault=`). What changes the whole server takes a server of its own.
package final class TestServer: Sendable {
  /// Where it is.
  package struct Place: Decodable, Sendable {
    package var url: String
    package var port: Int
    /// The same server under another origin.
    package var other_port: Int
    package var pid: Int32
    package var tls_url: String?
    package var tls_expired_port: Int?
    package var tls_wrong_host_port: Int?
    package var tls_untrusted_port: Int?
    /// The file with the certificate of the test authority.
    package var ca: String?
  }

  package let place: Place
  private let process: ServerProcess

  /// The server of this process, with TLS, started when the first test asks for it.
  package static func shared() async throws -> TestServer { try await first.value }

  private static let first = Task { try await start(["--tls"]) }

  /// Starts a server of its own for a suite. What waits meanwhile is no thread of the tasks.
  package static func start(_ options: [String] = []) async throws -> TestServer {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try TestServer(options) }) }
    }
  }

  /// Starts a server, and installs what it needs where that is missing.
  ///
  /// - Parameter options: those of `Scripts/test-server start`, except `--port` and `--ready`.
  private init(_ options: [String]) throws {
    process = try ServerProcess("Scripts/test-server", options)
    place = try JSONDecoder().decode(Place.self, from: process.ready)
  }

  /// The address of something on it: `url("/api/articles")`.
  package func url(_ path: String = "") -> String { place.url + path }

  /// What went wrong with the server itself.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }
}
