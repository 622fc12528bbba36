import Rowsmith

/// Finds values that were lost without a trace.
struct Losers {
  let ledger: Ledger
  let log: ServerLog
  /// The logs of conflicts, by client.
  let conflicts: [ConflictTexts]

  var problems: [String] { (ledger.items.keys.flatMap(deaths) + ledger.items.keys.flatMap(edits)).sorted() }

  /// All texts that the server has ever had of an item.
  private func everAtServer(_ item: String) -> Set<String> {
    Set(
      log.states(of: item, in: "items").compactMap(\.json).flatMap {
        (try? JSONValue(parsing: $0))?.strings ?? []
      })
  }

  // MARK: Deleted items

  private func deaths(_ item: String) -> [String] {
    guard let deletion = ledger.deletions[item] else { return [] }
    let seen = everAtServer(item)
    var problems: [String] = []
    // What others wrote and the server never had is in their own logs.
    for (token, client) in ledger.tokens[item] ?? [:] where client != deletion.client {
      if !seen.contains(token), !conflicts[client].has(token) {
        problems.append("client \(client) wrote \(token) to \(item), which was deleted: it is in no log")
      }
    }
    // What the server had and the one who deleted it did not know is in theirs.
    let states = log.states(of: item, in: "items")
    guard let last = states.last(where: { $0.json != nil })?.json, states.last?.json == nil else {
      return problems
    }
    let others = Set((ledger.tokens[item] ?? [:]).filter { $0.value != deletion.client }.keys)
    for token in Set((try? JSONValue(parsing: last))?.texts("tokens") ?? []).intersection(others)
    where !deletion.known.contains(token) && !conflicts[deletion.client].has(token) {
      problems.append("client \(deletion.client) deleted \(item) with \(token), which it did not know")
    }
    return problems
  }

  // MARK: What anybody may change

  private func edits(_ item: String) -> [String] {
    let states = log.states(of: item, in: "items").map { state in
      (client: state.client, json: state.json.flatMap { try? JSONValue(parsing: $0) })
    }
    return SimulatedModel.contested.flatMap { member in
      let name = SimulatedModel.choices.contains(member) ? "\(member)_id" : member
      return edits(item, member, states.map { ($0.client, $0.json?.text(name)) })
    }
  }

  /// - Parameter history: the values that the server has had, each by the client that brought it.
  private func edits(_ item: String, _ member: String, _ history: [(client: Int, value: String?)]) -> [String]
  {
    let seen = Set(history.compactMap(\.value))
    let edits = ledger.edits[.init(item: item, member: member)] ?? [:]
    var problems: [String] = []
    for (client, edit) in edits {
      if !seen.contains(edit.value), !conflicts[client].has(edit.value),
        ledger.deletions[item]?.client != client
      {
        problems.append("client \(client) wrote \(edit.value) as \(item).\(member): it is in no log")
      }
    }
    for (before, after) in zip(history, history.dropFirst()) {
      guard let lost = before.value, let new = after.value, lost != new else { continue }
      let edit = edits[after.client]
      if edit?.known.contains(lost) != true, edit?.value != lost, !conflicts[after.client].has(lost) {
        problems.append(
          "client \(after.client) put \(new) in the place of \(lost) as \(item).\(member): it is in no log")
      }
    }
    return problems
  }
}
