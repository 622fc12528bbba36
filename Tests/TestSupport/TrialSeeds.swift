import Foundation

/// Which trials are run.
///
/// `ROWSMITH_SEED` runs one trial, `ROWSMITH_ROUNDS` says how many are run, `ROWSMITH_FIRST` with which seed they
/// begin, `ROWSMITH_FAILURES` after how many failures they end, `ROWSMITH_SHRINK` for how many seconds each failing one is
/// made smaller.
package struct TrialSeeds {
  package var seeds: Range<UInt64>

  /// - Parameter rounds: how many are run where the environment does not say.
  package init(rounds: UInt64) {
    let first = TrialSeeds.number("ROWSMITH_SEED") ?? TrialSeeds.number("ROWSMITH_FIRST") ?? 1
    let count = TrialSeeds.number("ROWSMITH_SEED") == nil ? TrialSeeds.number("ROWSMITH_ROUNDS") ?? rounds : 1
    seeds = first..<first + count
  }

  /// Whether the environment says how many are run: then they tell how they were drawn.
  package static var areAsked: Bool { number("ROWSMITH_ROUNDS") != nil }

  /// A few are enough to work on.
  package static var failures: Int { Int(number("ROWSMITH_FAILURES") ?? 5) }

  /// How long a failing trial is made smaller.
  package static var shrinking: Duration { .seconds(Int(number("ROWSMITH_SHRINK") ?? 20)) }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }
}
