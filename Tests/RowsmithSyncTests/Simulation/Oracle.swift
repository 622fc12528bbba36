import Rowsmith
import RowsmithSync

/// Says what must be true when all clients have synchronised without faults.
struct Oracle {
  let world: SimulatedWorld
  let ledger: Ledger

  /// All that is not as it has to be.
  func problems(_ clients: [SimulatedClient]) throws -> [String] {
    try differences(clients) + strangers() + lostValues() + lostLinks() + losers(clients)
  }

  // MARK: All are alike

  /// Where clients differ from the server, and what they have not sent.
  func differences(_ clients: [SimulatedClient]) throws -> [String] {
    let server = ServerContent(world.backend).lines
    return try clients.flatMap { client -> [String] in
      let mine = try StoreContent(client.process.store)
      let name = "client \(client.number)"
      return mine.waiting.map { "\(name) has not sent: \($0)" }
        + server.subtracting(mine.lines).sorted().map { "\(name) does not have: \($0)" }
        + mine.lines.subtracting(server).sorted().map { "\(name) has, but not the server: \($0)" }
    }
  }

  // MARK: What the server has

  /// Rows that nobody has made, and deleted ones that are alive.
  private func strangers() -> [String] {
    let items = Set(world.backend.records(in: "items").keys)
    let content = ServerContent(world.backend)
    return items.subtracting(ledger.items.keys).sorted().map { "nobody has made the item \($0)" }
      + items.intersection(ledger.deletions.keys).sorted().map { "the item \($0) was deleted and is alive" }
      + ledger.living.subtracting(items).sorted().map { "the item \($0) is lost" }
      + content.repeated.map { "made twice: \($0)" }
      + different("folder", content.names("folders"), ledger.folders)
      + different("tag", content.names("tags"), ledger.tags)
  }

  private func different(_ what: String, _ there: [String: String], _ wanted: [String: String]) -> [String] {
    Set(there.keys).union(wanted.keys).sorted().filter { there[$0] != wanted[$0] }.map {
      "the \(what) \($0) is \(there[$0] ?? "not there"), not \(wanted[$0] ?? "unknown")"
    }
  }

  private func lostValues() -> [String] {
    let items = ServerContent(world.backend).items
    var problems: [String] = []
    for (place, value) in ledger.values where items[place.item] != nil {
      let there = items[place.item]?.values[place.member]
      if there != value {
        problems.append(
          "\(place.item).\(place.member) is \(there ?? "null"), not \(value ?? "null")")
      }
    }
    for (item, tokens) in ledger.tokens {
      guard let there = items[item] else { continue }
      let lost = Set(tokens.keys).subtracting(there.tokens)
      if !lost.isEmpty { problems.append("\(item).tokens lacks \(lost.sorted())") }
      let foreign = there.tokens.filter { tokens[$0] == nil }
      if !foreign.isEmpty { problems.append("\(item).tokens has \(foreign), which nobody has written") }
      if Set(there.tokens).count != there.tokens.count {
        problems.append("\(item).tokens has something twice: \(there.tokens)")
      }
    }
    return problems.sorted()
  }

  private func lostLinks() -> [String] {
    let content = ServerContent(world.backend)
    return ledger.links.filter { ledger.living.contains($0.key.item) }.compactMap { link, isThere in
      let there =
        link.list == "tags"
        ? content.items[link.item]?.tags.contains(link.tag) ?? false
        : content.fans.contains("\(link.item) \(link.tag)")
      if there == isThere { return nil }
      return "\(link.item).\(link.list) \(isThere ? "lacks" : "still has") \(link.tag)"
    }.sorted()
  }

  // MARK: What has lost

  /// Values that are nowhere: neither did the server ever have them, nor does a log of conflicts.
  private func losers(_ clients: [SimulatedClient]) throws -> [String] {
    let logs = try clients.map { try ConflictTexts($0.process.store) }
    return Losers(ledger: ledger, log: world.log, conflicts: logs).problems
  }
}
