import Foundation

/// A Kinto, in a process of its own that ends with this one, with the accounts `alice` and `bob` (password `secret`).
///
/// Tests run at the same time: each takes a bucket of its own. What changes the whole server takes a server of its own.
package final class TestKinto: Sendable {
  /// Where Kinto keeps its records.
  package enum Backend: String, Sendable, CaseIterable, CustomStringConvertible {
    case memory
    case postgresql
    package var description: String { rawValue }
  }

  /// Where it is.
  package struct Place: Decodable, Sendable {
    /// Ends in `/v1`.
    package var url: String
    package var port: Int
    package var pid: Int32
    package var backend: String
  }

  package let place: Place
  private let process: ServerProcess

  /// The address, which ends in `/v1`.
  package var url: String { place.url }

  /// The server of this process, started when the first test asks for it.
  package static func shared(_ backend: Backend) async throws -> TestKinto {
    switch backend {
    case .memory: try await memory.value
    case .postgresql: try await postgresql.value
    }
  }

  private static let memory = Task { try await start(.memory) }
  private static let postgresql = Task { try await start(.postgresql) }

  /// Starts a server of its own for a suite. What waits meanwhile is no thread of the tasks.
  ///
  /// - Parameter options: those of `Scripts/kinto start`, except `--port`, `--ready`, `--backend` and `--users`.
  package static func start(_ backend: Backend, _ options: [String] = []) async throws -> TestKinto {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try TestKinto(backend, options) }) }
    }
  }

  private init(_ backend: Backend, _ options: [String]) throws {
    let all = ["--backend", backend.rawValue, "--users", "alice:secret,bob:secret"] + options
    process = try ServerProcess("Scripts/kinto", all)
    place = try JSONDecoder().decode(Place.self, from: process.ready)
  }

  /// Ends the server.
  package func stop() { process.end() }

  /// A name for a bucket that no other test has.
  package static func bucket() -> String { "b-\(UUID().uuidString.lowercased())" }
}
