import RowsmithSync

/// What happens in a simulation, and how often.
struct SimulationSettings: Sendable {
  var clients = 8
  /// How many writes there are, by all clients together.
  var operations = 240
  /// The share of writes that the network spoils.
  var faults = 0.25
  /// The share of questions that it spoils.
  var readFaults = 0.08
  /// The share of writes of which the server refuses one.
  var refusals = 0.01
  /// The share of questions at which the server has forgotten the cursor.
  var forgottenCursors = 0.003
  /// How often one who waits before a repetition goes on while others have answers to come.
  var wakes = 0.05
  /// The share of syncs that have no connection.
  var offline = 0.08
  /// The share of syncs that read everything.
  var fullSyncs = 0.04
  /// The share of operations that are done where a write is on its way.
  var duringPush = 0.2
  /// The share of syncs that are killed at one of their steps.
  var crashes = 0.2
  /// The share of operations that delete something.
  var deletions = 0.04
  /// The share of operations that change what leads to one of several entities, beside those that do so in any case.
  var choices = 0.0
  /// How many operations there are for each sync, on average.
  var operationsPerSync = 3.0
  /// The share of operations behind which somebody changes what another client has made without hearing of it.
  var overtakes = 0.03
  var pageSize = 7
  var defects: Set<SyncDefect> = []
  /// How many rounds of syncs may be needed in the end, until all are alike.
  var maximumSettleRounds = 3
  /// How many exchanges a sync without faults may have.
  var maximumExchanges = 1000
}
