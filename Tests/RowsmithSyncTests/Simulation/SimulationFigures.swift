/// What has happened in a simulation.
struct SimulationFigures: Sendable, CustomStringConvertible {
  var operations = 0
  var syncs = 0
  var exchanges = 0
  var faults: [Fault: Int] = [:]
  /// The steps at which processes were killed.
  var crashes: [String] = []
  var settleRounds = 0
  /// Writes that named no version.
  var blindWrites: [String] = []
  /// What is not as it has to be.
  var problems: [String] = []

  var description: String {
    let faults = faults.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }
    return
      "\(operations) writes, \(syncs) syncs, \(exchanges) exchanges, \(self.faults.values.reduce(0, +)) faults "
      + "(\(faults.joined(separator: ", "))), \(crashes.count) crashes, alike after \(settleRounds) rounds"
  }
}
