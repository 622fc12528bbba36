import RowsmithSync
import Testing

/// What two clients do to one item, in every order, with every fault of a write.
struct TwoClientScript: Sendable, CustomTestStringConvertible {
  /// What a client writes.
  enum Write: String, Sendable {
    case token, title, field, choice, delete
  }

  /// What each of the two writes, before its sync and while that is under way.
  var writes: [(before: Write, during: Write)]

  static let all = [
    TwoClientScript(writes: [(.token, .field), (.token, .field)]),
    TwoClientScript(writes: [(.title, .token), (.title, .title)]),
    TwoClientScript(writes: [(.token, .delete), (.title, .token)]),
    TwoClientScript(writes: [(.delete, .token), (.token, .title)]),
    TwoClientScript(writes: [(.choice, .token), (.choice, .choice)]),
    TwoClientScript(writes: [(.choice, .delete), (.title, .choice)]),
  ]

  var testDescription: String { writes.map { "\($0.before), sync, \($0.during)" }.joined(separator: " | ") }

  /// All orders of the steps of two clients, so many each.
  static func orders(_ first: Int, _ second: Int) -> [[Int]] {
    if first == 0 { return [Array(repeating: 1, count: second)] }
    if second == 0 { return [Array(repeating: 0, count: first)] }
    return orders(first - 1, second).map { [0] + $0 } + orders(first, second - 1).map { [1] + $0 }
  }

  /// What may happen to the write of each client.
  static let faults: [[Fault?]] = [nil, .dropBefore, .dropAfter].flatMap { first in
    [nil, .dropBefore, .dropAfter].map { [first, $0] }
  }

  /// Does it to an item of its own.
  ///
  /// - Parameter order: whose turn it is; each has four: a write, a sync until something is sent, a write meanwhile, and the
  ///   rest of the sync.
  func play(_ item: String, _ order: [Int], _ faults: [Fault?], _ devices: SimulatedDevices) async throws {
    var steps = [0, 0]
    for number in order {
      let client = devices.clients[number]
      switch steps[number] {
      case 0: try write(writes[number].before, item, devices, number)
      case 1:
        try await client.begin(.both)
        while client.process.isSyncing, !client.isSending { try await client.go(.fine) }
      case 2: try write(writes[number].during, item, devices, number)
      default:
        if client.isSending { try await client.go(Verdict(fault: faults[number])) }
        try await devices.finish(client)
      }
      steps[number] += 1
    }
  }

  private func write(_ write: Write, _ item: String, _ devices: SimulatedDevices, _ number: Int) throws {
    let writer = devices.writer(number)
    guard try writer.keys("Item").contains(item) else { return }
    switch write {
    case .token: try writer.addToken(to: item, &devices.ledger)
    case .title: try writer.retitle(item, &devices.ledger)
    case .field:
      try writer.set(["b", "c"][number], of: item, to: devices.ledger.token(number), &devices.ledger)
    case .choice: try writer.retarget(item, to: [.folder, .item][number], &devices.ledger)
    case .delete: try writer.delete(item, &devices.ledger)
    }
  }
}
