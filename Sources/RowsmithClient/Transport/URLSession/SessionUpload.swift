import Foundation

#if ROWSMITH_URLSESSION
  import RowsmithClient
#endif

/// The body of a request in URLSession's form: bytes, or one file. Large bodies in parts are written to a temporary file, which
/// is removed in `deinit`.
final class SessionUpload: Sendable {
  enum Content: Sendable {
    case bytes(Data)
    case file(URL)
  }

  #if os(Linux)
    /// Up to this size, in bytes, a body is sent from memory. URLSession reads a file while it sends what it has, and crashes the
    /// process if the upload is cancelled in between, so files of the usual sizes are read here.
    private static let maximumInMemory = 16 << 20
  #else
    /// Up to this size, in bytes, a body is sent from memory.
    private static let maximumInMemory = 1 << 20
  #endif

  let content: Content
  let total: Int
  private let isTemporary: Bool

  init(_ body: HTTPBody) throws(TransportError) {
    let source = try UploadSource(body)
    total = source.total
    switch body {
    case _ where source.total <= SessionUpload.maximumInMemory:
      guard let bytes = source.collected() else { throw SessionUpload.unreadable }
      content = .bytes(Data(bytes))
      isTemporary = false
    case .file(let path):
      content = .file(URL(filePath: path))
      isTemporary = false
    case .bytes, .parts:
      let url = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString).body")
      content = .file(url)
      isTemporary = true
      try SessionUpload.write(source, to: url)
    }
  }

  deinit {
    if isTemporary, case .file(let url) = content { try? FileManager.default.removeItem(at: url) }
  }

  private static let unreadable = TransportError(.unsendable, "A file of the request's body cannot be read.")

  private static func write(_ source: UploadSource, to url: URL) throws(TransportError) {
    guard
      FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = try? FileHandle(forWritingTo: url)
    else { throw unreadable }
    defer { try? file.close() }
    var chunk = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = chunk.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.flatMap { source.read(into: $0, count: buffer.count) }
      }
      guard let count, (try? file.write(contentsOf: chunk[..<count])) != nil else { throw unreadable }
      if count == 0 { return }
    }
  }
}
