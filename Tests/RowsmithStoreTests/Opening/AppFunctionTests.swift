import Bands
import Foundation
import Rowsmith
import TestSupport
import Testing

/// What SQL gives to functions of the app's own, and gets from them; where they can be called.
struct AppFunctionTests {
  private func store(_ functions: [SQLFunction], at path: String? = nil) throws -> Store {
    var options = StoreOptions()
    options.functions = functions
    return try Store(path.map(StoreLocation.file) ?? .memory, model: BandsModel(), options: options)
  }

  /// The value of an expression of SQL.
  private func value(_ store: Store, _ sql: String) throws -> StoredValue? {
    try store.fetch(.sql("SELECT \(sql) AS value")).first?["value"]
  }

  private func message(_ store: Store, _ sql: String) -> String? {
    (#expect(throws: StoreError.self) { try value(store, sql) })?.message
  }

  private static let same = SQLFunction("same", arguments: 1) { $0[0] }

  @Test(
    "Every kind of value reaches a function as it is, and comes back so",
    arguments: [
      ("NULL", .null), ("0", .integer(0)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775807", .integer(.max)), ("1.0", .real(1)), ("-0.0", .real(0)),
      ("9e999", .real(.infinity)),
      ("''", .text("")), ("'ä🥁'", .text("ä🥁")), ("'a' || char(0) || 'b'", .text("a\0b")), ("'7'", .text("7")),
      ("x''", .blob([])), ("x'00ff00'", .blob([0, 255, 0])),
    ] as [(String, StoredValue)])
  func values(_ sql: String, _ expected: StoredValue) throws {
    let seen = Guarded<[StoredValue]>([])
    let store = try store([
      Self.same,
      SQLFunction("see", arguments: 1) { values in
        seen.withLock { $0 += values }
        return .null
      },
    ])
    #expect(try value(store, "same(\(sql))") == expected)
    #expect(try value(store, "see(\(sql))") == .null)
    #expect(seen.withLock { $0 } == [expected])
  }

  @Test("A function is found in any case, by the number of its arguments; of two alike the later one counts")
  func overloads() throws {
    let store = try store([
      SQLFunction("Pick", arguments: 1) { _ in .text("one") },
      SQLFunction("pick", arguments: 2) { _ in .text("two") },
      SQLFunction("pick", arguments: nil) { .text("\($0.count) of any number") },
      SQLFunction("PICK", arguments: 2) { _ in .text("two, later") },
    ])
    #expect(try value(store, "pIcK(1)") == .text("one"))
    #expect(try value(store, "pick(1, 2)") == .text("two, later"))
    #expect(try value(store, "pick(1, 2, 3)") == .text("3 of any number"))
  }

  @Test("Another number of arguments is an error, and so is what a function throws, with its name")
  func mistakes() throws {
    struct Odd: Error, CustomStringConvertible { let description = "it is odd" }
    let store = try store([
      Self.same,
      SQLFunction("half", arguments: 1) { values in
        guard case .integer(let number) = values[0], number.isMultiple(of: 2) else { throw Odd() }
        return .integer(number / 2)
      },
    ])
    #expect(message(store, "same(1, 2)") == "wrong number of arguments to function same()")
    #expect(message(store, "half(3)") == "half: it is odd")
    #expect(try value(store, "half(4)") == .integer(2))
    let error = #expect(throws: StoreError.self) {
      try store.write { db in
        try db.insert(Band(name: "Can", formed: 1968))
        try db.execute(sql: "UPDATE Band SET formed = half(formed + 1)")
      }
    }
    #expect(error?.message == "half: it is odd")
    #expect(try store.fetch(Band.all.count()) == 0)
  }

  @Test("An index of the app's own may hold the results of a deterministic function only")
  func indices() throws {
    let store = try store([
      SQLFunction("initial", arguments: 1, isDeterministic: true) { values in
        guard case .text(let text) = values[0] else { return .null }
        return .text(String(text.prefix(1)))
      },
      Self.same,
    ])
    try store.write { db in
      try db.execute(sql: "CREATE INDEX byInitial ON Band (initial(name))")
      try db.insert(Band(name: "Can", formed: 1968))
      try db.insert(Band(name: "Neu!", formed: 1971))
    }
    #expect(try store.fetch(Band.filter(.sql("initial(name) = ?", "N"))).map(\.name) == ["Neu!"])
    #expect(try store.fetch(Band.filter(.sql("initial(name) = ?", "N")).explain()).contains("byInitial"))
    let error = #expect(throws: StoreError.self) {
      try store.write { try $0.execute(sql: "CREATE INDEX bySame ON Band (same(name))") }
    }
    #expect(error?.message == "non-deterministic functions prohibited in index expressions")
  }

  @Test("A trigger and a view of the app's own call a function, wherever the write comes from")
  func triggers() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("bands.sqlite")
    let functions = [
      SQLFunction("shout", arguments: 1) { values in
        guard case .text(let text) = values[0] else { return .null }
        return .text(text.uppercased())
      }
    ]
    let store = try store(functions, at: path)
    try store.write { db in
      try db.execute(sql: "CREATE TABLE Heard (name)")
      try db.execute(
        sql: "CREATE TRIGGER hear AFTER INSERT ON Band BEGIN INSERT INTO Heard VALUES (shout(NEW.name)); END")
      try db.execute(sql: "CREATE VIEW Loud AS SELECT shout(name) AS name FROM Band")
    }
    try store.importJSON(.string(#"[{"name": "Can", "formed": 1968}]"#), into: .entity("Band"))
    try store.write { try $0.insert(Band(name: "Neu!", formed: 1971)) }
    #expect(
      try store.fetch(.sql("SELECT name FROM Heard ORDER BY name")).map(\.values) == [
        [.text("CAN")], [.text("NEU!")],
      ])
    #expect(
      try store.fetch(.sql("SELECT name FROM Loud ORDER BY name")).map(\.values) == [
        [.text("CAN")], [.text("NEU!")],
      ])
    store.close()
    // Without the function the rows are read all the same; what calls it fails.
    let without = try self.store([], at: path)
    #expect(try without.fetch(Band.all.count()) == 2)
    let error = #expect(throws: StoreError.self) {
      try without.write { try $0.insert(Band(name: "Cluster", formed: 1971)) }
    }
    #expect(
      error?.message
        == "no such function: shout, which a trigger, view, index or column of the database uses; give it to "
        + "the store among its `functions`, or use the program that has it")
    let own = #expect(throws: StoreError.self) { try without.fetch(.sql("SELECT shout(name) FROM Band")) }
    #expect(own?.message == "no such function: shout")
  }

  @Test(
    "Names of SQLite and of Rowsmith are refused by name, before anything is made",
    arguments: ["abs", "JSON_EXTRACT", "rowsmith_", "ROWSMITH_shout", ""])
  func reserved(_ name: String) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: StoreError.self) {
      try store([SQLFunction(name, arguments: 3) { $0[0] }], at: folder.path("bands.sqlite"))
    }
    #expect(error?.reason == .misuse)
    #expect(
      error?.message
        == "the function '\(name)' cannot have that name, which SQLite or Rowsmith uses; choose another")
    #expect(folder.names == [])
  }

  @Test(
    "A name has up to 255 bytes, and a function up to 100 arguments",
    arguments: [
      ("f", 101, false), ("f", -1, false), ("f", -2, false), ("f", Int.max, false),
      (String(repeating: "f", count: 256), 1, false),
      (String(repeating: "f", count: 255), 100, true),
    ])
  func limits(_ name: String, _ arguments: Int, _ isMade: Bool) throws {
    let function = SQLFunction(name, arguments: arguments) { .integer(Int64($0.count)) }
    if isMade {
      let ones = Array(repeating: "1", count: arguments).joined(separator: ", ")
      #expect(try value(store([function]), "\(name)(\(ones))") == .integer(100))
      return
    }
    let error = #expect(throws: StoreError.self) { try store([function]) }
    #expect(error?.reason == .misuse)
    #expect(
      error?.message
        == "the function '\(name)' cannot be made: a name has up to 255 bytes, and a function 0 to 100 arguments"
    )
  }
}
