import RowsmithSync

extension SimulationSettings {
  /// Has happen often what a mistake needs to do harm.
  mutating func tune(for defect: SyncDefect) {
    fullSyncs = 0
    forgottenCursors = 0
    switch defect {
    case .noIdempotency:
      (faults, readFaults, wakes, overtakes) = (0.5, 0.01, 0.01, 1)
      (clients, operations, operationsPerSync) = (5, 450, 1)
    case .dropsRefused: refusals = 0.2
    case .clearsDirty: (duringPush, operations) = (0.9, 300)
    case .noTombstones: deletions = 0.1
    case .cursorFirst:
      (crashes, offline, readFaults) = (0.9, 0, 0.02)
      (operations, operationsPerSync) = (400, 1.5)
    case .pullClobbers, .fullPut: break
    }
  }
}
