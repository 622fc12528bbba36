import RowsmithSync

extension SimulationSettings {
  /// Has happen often what a mistake needs to do harm.
  mutating func tune(for defect: SyncDefect) {
    fullSyncs = 0
    forgottenCursors = 0
    switch defect {
    case .noIdempotency: (faults, offline) = (0.6, 0.2)
    case .dropsRefused: refusals = 0.2
    case .clearsDirty: duringPush = 0.7
    case .noTombstones: deletions = 0.1
    case .cursorFirst: crashes = 0.7
    case .pullClobbers, .fullPut: break
    }
  }
}
