import Foundation
import TestSupport

/// A server that speaks HTTP/2, with a certificate of its own; it ends with this process.
final class HTTP2Server: Sendable {
  let url: String
  let certificate: String
  private let folder: URL
  private let process: Process
  private let input = Pipe()

  static let isAvailable = ["node", "openssl"].allSatisfy { path(of: $0) != nil }

  /// Starts one, and stops it when the body is done.
  static func run(_ body: (HTTP2Server) async throws -> Void) async throws {
    let server = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try HTTP2Server() }) }
    }
    defer { server.stop() }
    try await body(server)
  }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "rowsmith-http2-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    certificate = folder.appending(path: "cert.pem").path
    let key = folder.appending(path: "key.pem").path
    let openssl = try HTTP2Server.process(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
        "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
      ])
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    process = try HTTP2Server.process("node", ["-e", HTTP2Server.program, certificate, key])
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw TestServer.Failure("node does not say where it listens.")
    }
    url = "https://localhost:\(port)"
  }

  private func stop() {
    try? input.fileHandleForWriting.close()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func process(_ name: String, _ arguments: [String]) throws -> Process {
    guard let path = path(of: name) else { throw TestServer.Failure("There is no \(name).") }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    return process
  }

  private static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let program = """
    const fs = require('fs'), http2 = require('http2');
    const [cert, key] = process.argv.slice(1).map(name => fs.readFileSync(name));
    const server = http2.createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
      if (request.url === '/reset') {
        response.writeHead(200);
        response.write('begin');
        return setTimeout(() => response.stream.close(2), 50);
      }
      if (request.url === '/big') return response.end(Buffer.alloc(64 << 20));
      let count = 0;
      request.on('data', data => { count += data.length; });
      request.on('end', () => response.end(request.method + ' ' + count));
    });
    server.listen(0, 'localhost', () => console.log(server.address().port));
    process.stdin.resume().on('end', () => process.exit());
    """
}
