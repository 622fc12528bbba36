import Foundation

/// Stands in for a table view: it notes what it is told.
@MainActor final class TableStandIn {
  enum Animation {
    case automatic
  }

  private(set) var calls: [String] = []

  func performBatchUpdates(_ updates: () -> Void) { updates() }

  func deleteSections(_ sections: IndexSet, with animation: Animation) { note("delete", sections.count) }

  func insertSections(_ sections: IndexSet, with animation: Animation) { note("insert", sections.count) }

  func deleteRows(at paths: [IndexPath], with animation: Animation) { note("delete rows", paths.count) }

  func insertRows(at paths: [IndexPath], with animation: Animation) { note("insert rows", paths.count) }

  func moveRow(at path: IndexPath, to other: IndexPath) { note("move", 1) }

  func reconfigureRows(at paths: [IndexPath]) { note("reconfigure", paths.count) }

  private func note(_ call: String, _ count: Int) { if count > 0 { calls.append("\(call) \(count)") } }
}
