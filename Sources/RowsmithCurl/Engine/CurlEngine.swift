import CCurl
import Foundation

/// The thread that runs all exchanges of a transport. It ends after the transport and all of its answers are released.
final class CurlEngine: Sendable {
  let inbox: EngineInbox

  init(_ options: CurlTransport.Options) {
    CurlEngine.prepareLibrary
    let multi = rowsmith_curl_multi_init()
    inbox = EngineInbox(multi)
    let loop = EngineLoop(multi, inbox, options)
    let thread = Thread { loop.run() }
    thread.name = "Rowsmith transport"
    thread.stackSize = 1 << 20
    thread.start()
  }

  deinit { inbox.end() }

  /// Runs once in a process.
  private static let prepareLibrary: Void = { rowsmith_curl_global_init(Int(CURL_GLOBAL_DEFAULT)) }()
}
