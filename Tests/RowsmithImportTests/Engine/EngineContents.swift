@testable import Rowsmith

/// What an import engine holds, to be compared with another one: a line for each value in it, at any depth.
struct EngineContents {
  private var lines: [String] = []
  private var seen: Set<ObjectIdentifier> = []

  /// What may stay from one import to the next: it makes no difference but in time.
  private static let mayStay: Set<String> = [
    // Statements, and whether a table is known to be filled.
    "insert", "insertHandle", "select", "find", "updates", "lastUpdate", "sourceSide", "targetSide",
    "insertOrphan", "insertUnlinked", "strategies", "isReady", "hadNoRow", "expectsRow",
    // What is known of the database, which is looked at anew where anybody has written to it.
    "known", "hasPending", "mayHaveUnresolved",
    // The order of keys. Those that the model does not mention are forgotten.
    "seenKeys",
    // Memory without what was in it, and the stream, which begins anew with every document.
    "base", "capacity", "slots", "mask", "blocks", "current", "used", "stream",
    // What is not the engine's own.
    "mapping", "connection", "database", "entityList", "writerList",
  ]

  init(_ engine: ImportEngine) { describe(engine, at: "engine") }

  /// The lines that only one of two engines has.
  static func difference(_ one: ImportEngine, _ other: ImportEngine) -> [String] {
    EngineContents(one).lines.difference(from: EngineContents(other).lines).map { "\($0)" }
  }

  private mutating func describe(_ value: Any, at path: String) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class {
      guard seen.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
    }
    if let list = value as? any Collection, !(value is String) { return describeItems(list, at: path) }
    guard !mirror.children.isEmpty else {
      if mirror.displayStyle != .class { lines.append("\(path) = \(value)") }
      return
    }
    for (label, child) in mirror.children {
      guard let label, !EngineContents.mayStay.contains(label) else { continue }
      describe(child, at: "\(path).\(label)")
    }
  }

  private mutating func describeItems(_ list: some Collection, at path: String) {
    lines.append("\(path).count = \(list.count)")
    for (index, element) in list.enumerated() { describe(element, at: "\(path)[\(index)]") }
  }
}
