/// Writes something, as chance has it. A value that would make it hard to say what is lost is written by its owner alone.
struct RandomWriter {
  let writer: Writer
  let clients: Int
  /// The share of deletions.
  let deletions: Double
  /// The share of changes of what leads to one of several entities.
  let choices: Double
  /// Whether something is changed that is on its way to the server.
  let isAmid: Bool

  func write(_ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    let items = try writer.keys("Item")
    // What is new changes most.
    let recent = Array(items.sorted { Ledger.age($0) > Ledger.age($1) }.prefix(4))
    let leaving = isAmid ? try writer.sending().filter(items.contains) : []
    let choice = !leaving.isEmpty ? leaving : dice.happens(0.6) ? recent : items
    guard let item = dice.pick(choice), !dice.happens(items.count < 3 ? 0.5 : 0.12) else {
      return try makeItem(&ledger, &dice)
    }
    if dice.happens(deletions) {
      guard let own = dice.pick(items.filter { ledger.items[$0] == writer.client }) else { return }
      return try writer.delete(own, &ledger)
    }
    if choices > 0, dice.happens(choices) { return try choose(item, items, &ledger, &dice) }
    switch dice.share() {
    case ..<0.06: try makeOther(&ledger, &dice)
    case ..<0.46: try edit(item, items, &ledger, &dice)
    case ..<0.56: try writer.retitle(item, &ledger)
    case ..<0.62: try writer.retarget(item, to: dice.happens(0.5) ? .folder : .item, &ledger)
    case ..<0.80: try writer.addToken(to: item, &ledger)
    default: try relink(item, &ledger, &dice)
    }
  }

  private func makeItem(_ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    let id = ledger.newItem(writer.client)
    let folder = dice.happens(0.5) ? dice.pick(try writer.keys("Folder")) : nil
    let value = dice.happens(0.5) ? ledger.token(writer.client) : nil
    try writer.makeItem(id, a: value, folder: folder, &ledger)
    if dice.happens(0.3) { try lead(id, &ledger, &dice) }
  }

  private func makeOther(_ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    _ = dice.happens(0.6) ? try writer.makeTag(&ledger) : try writer.makeFolder(&ledger)
  }

  private func owns(_ item: String, _ what: String) -> Bool {
    Ledger.owner(of: item, what, among: clients) == writer.client
  }

  /// Changes a link that anybody may change, or one of its own.
  private func choose(
    _ item: String, _ items: [String], _ ledger: inout Ledger, _ dice: inout SimulatedDice
  ) throws {
    if let own = dice.pick(items.filter { owns($0, "about") }), dice.happens(0.5) {
      return try lead(own, &ledger, &dice)
    }
    try writer.retarget(item, to: dice.happens(0.5) ? .folder : .item, &ledger)
  }

  private func edit(
    _ item: String, _ items: [String], _ ledger: inout Ledger, _ dice: inout SimulatedDice
  ) throws {
    let places = (SimulatedModel.owned.filter { owns(item, $0) }).map { (item, $0) }
    let others = items.flatMap { item in SimulatedModel.owned.filter { owns(item, $0) }.map { (item, $0) } }
    guard let (row, member) = dice.pick(places) ?? dice.pick(others) else {
      return try writer.addToken(to: item, &ledger)
    }
    if member == "about" { return try lead(row, &ledger, &dice) }
    var value: String? = dice.happens(0.1) ? nil : ledger.token(writer.client)
    if member == "folder", value != nil { value = dice.pick(try writer.keys("Folder")) }
    try writer.set(member, of: row, to: value, &ledger)
  }

  /// Has an item lead to a folder, to an item (which others may delete), to one that nobody has made yet, or nowhere.
  private func lead(_ item: String, _ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    switch dice.share() {
    case ..<0.1: try writer.lead(item, to: nil, &ledger)
    case ..<0.25:
      let key = ledger.token(writer.client)
      ledger.promised[writer.client, default: []].append(key)
      try writer.lead(item, to: .init(entity: .item, key: key), &ledger)
    case ..<0.6:
      let key = dice.pick(try writer.keys("Folder"))
      try writer.lead(item, to: key.map { .init(entity: .folder, key: $0) }, &ledger)
    default:
      let key = dice.pick(try writer.keys("Item"))
      try writer.lead(item, to: key.map { .init(entity: .item, key: $0) }, &ledger)
    }
  }

  private func relink(_ item: String, _ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    let list = dice.happens(0.5) ? "tags" : "fans"
    let tags = try writer.keys("Tag").filter { owns(item, list + $0) }
    guard let tag = dice.pick(tags) else { return try makeOther(&ledger, &dice) }
    try writer.relink(list, item, tag, &ledger)
  }
}
