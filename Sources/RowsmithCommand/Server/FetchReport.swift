import Rowsmith
import RowsmithClient

/// What came of the routes of one command.
struct FetchReport {
  /// What came of one of them.
  struct Entry {
    var route: String
    /// What the server said, or the database did; an error where neither.
    var result: Result<Answer<Void>, ClientError>
    var seconds: Double
  }

  private(set) var entries: [Entry] = []
  /// What the imports did, added up.
  private(set) var totals = ImportTotals()

  /// Whether an answer is in the database.
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
  /// Whether there was something to import; otherwise the body is all there is.
  var isImport: Bool { body.isEmpty && (report.bytes > 0 || !report.entities.isEmpty || receivedBytes > 0) }
}

extension Duration {
  /// The seconds of it, with their fraction.
  var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
