import Rowsmith
import RowsmithClient

/// The results of the routes of a command.
struct FetchReport {
  /// The result of a route.
  struct Entry {
    var route: String
    /// The answer of the server or the cache, or the error.
    var result: Result<Answer<Void>, ClientError>
    var seconds: Double
  }

  private(set) var entries: [Entry] = []
  /// The sum of the imports.
  private(set) var totals = ImportTotals()

  /// Whether a route succeeded.
  var hasSuccess: Bool { entries.contains { if case .success = $0.result { true } else { false } } }
  /// Whether a route failed.
  var hasFailure: Bool { entries.contains { if case .failure = $0.result { true } else { false } } }

  mutating func add(_ answer: Answer<Void>, route: String, seconds: Double) {
    entries.append(Entry(route: route, result: .success(answer), seconds: seconds))
    if answer.outcome == .imported, answer.isImport { totals.add(answer.report, file: route) }
  }

  mutating func add(_ error: ClientError, route: String, seconds: Double) {
    entries.append(Entry(route: route, result: .failure(error), seconds: seconds))
  }
}

extension Answer {
  /// Whether records were imported; otherwise the body is the result.
  var isImport: Bool { body.isEmpty && (report.bytes > 0 || !report.entities.isEmpty || receivedBytes > 0) }
}

extension Duration {
  /// The duration in seconds, with fraction.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
