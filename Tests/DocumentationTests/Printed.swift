import Foundation

/// What the samples of a test print, to be compared with what their page shows.
final class Printed: @unchecked Sendable {
  /// Guards `lines`.
  private let lock = NSLock()
  private var lines: [String] = []

  /// Writes the items as `Swift.print` does.
  func print(_ items: [Any]) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    lock.withLock { lines.append(line + "\n") }
  }

  /// Everything so far.
  var text: String { lock.withLock { lines.joined() } }
}

extension Sample {
  /// The outputs that an article shows, in order: its blocks of the kind `text output`.
  static func outputs(of article: String) -> [String] {
    all("text", tag: "output").filter { $0.page.hasSuffix("/\(article).md") }.map(\.text)
  }
}
