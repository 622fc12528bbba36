import CCurl
import RowsmithClient

extension Transfer {
  /// How much of a redirect's body is read so that its connection can be reused.
  private static let leftOut = 64 << 10

  /// The callbacks for libcurl. The context is the transfer, which the engine retains as long as it runs.
  static let callbacks = rowsmith_curl_callbacks(
    header: { bytes, size, count, context in
      guard let bytes, let transfer = Transfer.of(context) else { return 0 }
      return transfer.takeLine(bytes, size * count) ? size * count : 0
    },
    body: { bytes, size, count, context in
      guard let bytes, let transfer = Transfer.of(context) else { return 0 }
      return transfer.takeBody(bytes, size * count) ? size * count : 0
    },
    connected: { context, _, _, _, _ in
      Transfer.of(context)?.noteConnection()
      return CURL_PREREQFUNC_OK
    },
    upload: { target, size, count, context in
      guard let target, let transfer = Transfer.of(context) else { return Int(CURL_READFUNC_ABORT) }
      return transfer.giveBody(target, size * count)
    },
    rewind: { context, offset, origin in
      guard origin == SEEK_SET, let upload = Transfer.of(context)?.upload else { return CURL_SEEKFUNC_FAIL }
      upload.seek(to: Int(offset))
      return CURL_SEEKFUNC_OK
    },
    progress: { context, _, _, _, sent in
      Transfer.of(context)?.noteSent(sent)
      return 0
    })

  private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func noteConnection() {
    isConnected = true
    lastActivity = .now
  }

  private func takeLine(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Bool {
    lastActivity = .now
    let step = bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
      head.take(UnsafeBufferPointer(start: $0, count: count))
    }
    switch step {
    case .more: return true
    case .wrong(let error):
      failure = error
      return false
    case .head(var head):
      do {
        isRedirected = try redirection.follow(status: head.status, headers: head.headers)
      } catch {
        failure = error
        return false
      }
      head.hasLostPost = redirection.hasLostPost
      head.isCarriedOut = redirection.isCarriedOut
      if !isRedirected { newHead = head }
      return true
    }
  }

  private func takeBody(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Bool {
    lastActivity = .now
    received += count
    if isRedirected { return received <= Transfer.leftOut }
    staged.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    // Paused here, not by the engine: libcurl reads up to a hundred times before it returns to the engine.
    if staged.count >= AnswerPipe.enough { pause() }
    return true
  }

  private func giveBody(_ target: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    guard let count = upload?.read(into: target, count: count) else {
      failure = TransportError(
        .unsendable, "A file of the request's body could not be read to the end.", mayHaveArrived: isConnected
      )
      return Int(CURL_READFUNC_ABORT)
    }
    return count
  }

  private func noteSent(_ bytes: curl_off_t) {
    let bytes = Int(bytes)
    guard bytes > max(0, sentBytes) else { return }
    sentBytes = bytes
    lastActivity = .now
    request.sent?(bytes, bodyBytes)
  }
}
