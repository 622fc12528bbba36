import CCurl
import Foundation

/// The thread that all exchanges of a transport run on. It ends when the transport and all that began on it are gone.
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

  /// Once in a process.
  private static let prepareLibrary: Void = { rowsmith_curl_global_init(Int(CURL_GLOBAL_DEFAULT)) }()
}
