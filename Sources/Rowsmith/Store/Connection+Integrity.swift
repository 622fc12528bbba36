import RowsmithSchema

extension Connection {
  /// Checks every page.
  ///
  /// - Throws: ``StoreError`` with the first problems that SQLite finds.
  func checkIntegrity(isQuick: Bool) throws {
    let problems = try integrityProblems(isQuick: isQuick)
    guard !problems.isEmpty else { return }
    throw StoreError(
      code: .corrupt,
      message:
        "'\(path)' is damaged: \(problems.prefix(3).joined(separator: "; ")); restore a backup, or open the "
        + "store with `onDamage = .setAside`")
  }

  /// The problems that SQLite finds, one sentence each; at most 100.
  func integrityProblems(isQuick: Bool) throws -> [String] {
    let statement = try prepare(isQuick ? "PRAGMA quick_check" : "PRAGMA integrity_check")
    var problems: [String] = []
    do {
      while try statement.step() {
        if let problem = statement.text(at: 0), problem != "ok" { problems.append(problem) }
      }
    } catch let error as StoreError where error.reason == .damaged {
      problems.append(error.code?.meaning ?? error.message)
    }
    return problems
  }
}
