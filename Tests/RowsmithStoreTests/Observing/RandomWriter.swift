import Rowsmith
import RowsmithSchema

/// Writes something to a ``ChangeMirrorTests/model``, in every way there is.
struct RandomWriter {
  struct Stop: Error {}

  let store: Store
  private var random: SeededRandom
  /// What was done last.
  private(set) var log: [String] = []

  init(store: Store, seed: UInt64) {
    self.store = store
    random = SeededRandom(state: seed)
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// Does one transaction. What is refused was to be: only what is said of it matters.
  mutating func run() {
    log = []
    if below(4) == 0 {
      let (json, target, options) = makeImport()
      _ = try? store.importJSON(.string(json), into: target, options: options)
      return
    }
    _ = try? store.write { db in
      try work(db, depth: 0)
      if below(8) == 0 { throw Stop() }
    }
  }

  private mutating func work(_ db: WriteTransaction, depth: Int) throws {
    for _ in 0...below(4) {
      switch below(10) {
      case 0..<2 where depth < 3:
        log.append("savepoint {")
        try? db.savepoint { db in
          try work(db, depth: depth + 1)
          if below(2) == 0 { throw Stop() }
        }
        log.append("}")
      case 2..<4:
        let (json, target, options) = makeImport()
        _ = try? db.importJSON(.string(json), into: target, options: options)
      case 4:
        log.append("delete")
        let key = below(8)
        _ = try? db.savepoint { try $0.delete(AnyPerson.self, key: key) }
      case 5:
        let (from, to) = (below(8), below(8))
        log.append("rekey \(from) \(to)")
        _ = try? db.rekey(AnyPerson.self, from: from, to: to)
      default:
        let sql = makeSQL()
        log.append(sql)
        try? db.raw(sql)
      }
    }
  }

  private mutating func makeSQL() -> String {
    let (id, other) = (below(8), below(8))
    let pet = "'p\(below(6))'"
    let tag = "\(below(2)), 't\(below(3))'"
    return [
      "INSERT INTO Person (id, name) VALUES (\(id), 'raw')",
      "INSERT OR REPLACE INTO Person (id, name) VALUES (\(id), 'replaced'), (\(other), 'replaced')",
      "INSERT INTO Person (id, name) VALUES (\(id), 'a'), (\(other), 'b'), (\(id), 'c')",
      "INSERT INTO Person (id, name) VALUES (\(id), 'up') ON CONFLICT DO UPDATE SET nick = 'up'",
      "UPDATE Person SET nick = \(below(3)) WHERE id < \(id)",
      "UPDATE Person SET id = \(other) WHERE id = \(id)",
      "UPDATE OR REPLACE Person SET rowid = \(other) WHERE id = \(id)",
      "UPDATE Person SET name = name",
      "DELETE FROM Person WHERE id = \(id)",
      "INSERT OR IGNORE INTO Pet (entityName, name) VALUES ('Dog', \(pet))",
      "UPDATE Pet SET entityName = 'Cat' WHERE name = \(pet)",
      "UPDATE Pet SET owner = \(id), weight = \(below(3)) WHERE name = \(pet)",
      "UPDATE OR REPLACE Pet SET name = \(pet) WHERE owner = \(id)",
      below(4) == 0 ? "DELETE FROM Pet" : "DELETE FROM Pet WHERE name = \(pet)",
      "INSERT OR REPLACE INTO Tag (area, name, note) VALUES (\(tag), 'raw')",
      "UPDATE OR IGNORE Tag SET area = 1 - area WHERE note IS NOT NULL",
      "INSERT INTO Visit (place) VALUES ('here')",
      below(4) == 0 ? "DELETE FROM Visit" : "UPDATE Visit SET place = 'there'",
      "DELETE FROM \"Person_tags\" WHERE source = \(id)",
      "UPDATE \"Person_tags\" SET position = \(below(3)) WHERE source = \(id)",
    ][below(20)]
  }

  private mutating func makeImport() -> (String, ImportTarget, ImportOptions) {
    var options = ImportOptions()
    options.policy = [nil, .merge, .mergeAndPrune, .replace][below(4)]
    options.onInvalid = below(2) == 0 ? .skip : .fail
    options.isDryRun = below(12) == 0
    let isPeople = below(3) > 0
    let records = (0..<below(4)).map { _ in isPeople ? makePerson() : makePet() }
    let json = "[" + records.joined(separator: ", ") + "]"
    log.append("import \(options.policy?.rawValue ?? "") \(json)")
    return (json, .entity(isPeople ? "Person" : "Pet"), options)
  }

  private mutating func makePerson() -> String {
    if below(12) == 0 { return "{\"name\": 3}" }
    var members = ["\"id\": \(below(8))", "\"name\": \"n\(below(3))\""]
    if below(3) == 0 { members.append("\"nick\": null") }
    if below(2) == 0 {
      members.append("\"pets\": [\((0..<below(3)).map { _ in makePet() }.joined(separator: ", "))]")
    }
    if below(2) == 0 {
      let tags = (0..<below(3)).map { _ in "{\"area\": \(below(2)), \"name\": \"t\(below(3))\"}" }
      members.append("\"tags\": [\(tags.joined(separator: ", "))]")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func makePet() -> String {
    var members = ["\"name\": \"p\(below(6))\"", "\"kind\": \"\(["Pet", "Dog", "Cat"][below(3)])\""]
    if below(2) == 0 { members.append("\"weight\": \(below(4))") }
    if below(4) == 0 { members.append("\"owner\": \(below(8))") }
    return "{\(members.joined(separator: ", "))}"
  }
}

/// Steele, Lea and Flood's generator.
private struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A person by key alone.
private struct AnyPerson: Record {
  typealias Key = Int
  static let entityName = "Person"
  static let columnNames = ["id"]
  var id: Int

  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }

  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }

  enum Columns {}
}
