import RowsmithSync

/// What happens in a simulation, and how often.
struct SimulationSettings: Sendable {
  var clients = 8
  /// How many writes there are, by all clients together.
  var operations = 240
  /// The share of exchanges that the network spoils.
  var faults = 0.2
  /// The share of syncs that are killed at one of their steps.
  var crashes = 0.2
  /// The share of operations that delete something.
  var deletions = 0.04
  /// How many operations there are for each sync, on average.
  var operationsPerSync = 3.0
  var pageSize = 7
  var defects: Set<SyncDefect> = []
  /// How many rounds of syncs may be needed in the end, until all are alike.
  var maximumSettleRounds = 3
}
