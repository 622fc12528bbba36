import RowsmithSync

extension SimulationSettings {
  /// Has happen often what a mistake needs to do harm.
  mutating func tune(for defect: SyncDefect) {
    switch defect {
    case .noIdempotency: faults = 0.45
    case .cursorFirst: crashes = 0.6
    case .dropsRefused: faults = 0.45
    case .noTombstones: deletions = 0.1
    case .pullClobbers, .fullPut, .clearsDirty: break
    }
  }
}
