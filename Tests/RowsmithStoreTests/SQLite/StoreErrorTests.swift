import Bands
import CSQLite
import Foundation
import Rowsmith
import RowsmithSchema
import Testing

/// What an error of the store carries.
struct StoreErrorTests {
  private let store: Store

  init() throws {
    store = try ExampleStore.bands()
    try store.write {
      try $0.execute(sql: "CREATE TABLE Note (text TEXT CHECK (length(text) < 8), UNIQUE (text))")
    }
  }

  private func error(_ body: (WriteTransaction) throws -> Void) throws -> StoreError {
    try #require(#expect(throws: StoreError.self) { try store.write(body) })
  }

  @Test
  func `SQLite's code is a constant, and its primary code another`() throws {
    let tooLong = try error { try $0.execute(sql: "INSERT INTO Note VALUES (?)", "confidential") }
    #expect(tooLong.code == .constraintCheck)
    #expect(tooLong.code?.primary == .constraint)
    #expect(tooLong.reason == .sqlite)
    #expect(tooLong.code?.rawValue == SQLITE_CONSTRAINT | 1 << 8)
    let twice = try error { db in for _ in 1...2 { try db.execute(sql: "INSERT INTO Note VALUES ('a')") } }
    #expect(twice.code == .constraintUnique)
    #expect(twice.reason == .notUnique)
    #expect(try error { try $0.execute(sql: "SELECT nowhere") }.code == .error)
    #expect(try error { try $0.update(Band(name: "Nobody", formed: 1990)) }.code == nil)
  }

  @Test(arguments: [
    (StoreError.Code.busy, SQLITE_BUSY), (.full, SQLITE_FULL), (.notADatabase, SQLITE_NOTADB),
    (.cannotOpen, SQLITE_CANTOPEN), (.constraintForeignKey, SQLITE_CONSTRAINT | 3 << 8),
    (.constraintRowID, SQLITE_CONSTRAINT | 10 << 8), (.readOnlyFolder, SQLITE_READONLY | 6 << 8),
    (.ioErrorData, SQLITE_IOERR | 32 << 8), (.busyTimeout, SQLITE_BUSY | 3 << 8),
  ]) func `the constants have SQLite's numbers`(code: StoreError.Code, number: Int32) {
    #expect(code.rawValue == number)
    #expect(code.primary.rawValue == number & 0xFF)
  }

  @Test
  func `the values of a statement are shown on request only`() throws {
    let sql = "INSERT INTO Note SELECT ? WHERE ? > 0"
    let refused = try error { try $0.execute(sql: sql, "confidential", 7) }
    #expect(refused.sql == sql)
    #expect(refused.arguments == [.text("confidential"), .integer(7)])
    #expect(!refused.description.contains("confidential"))
    #expect(!refused.localizedDescription.contains("confidential"))
    #expect(refused.expandedDescription == refused.description + " with 'confidential', 7")
    let notCompiled = try error { try $0.execute(sql: "INSERT INTO Nothing VALUES (?)", "confidential") }
    #expect(notCompiled.arguments == [.text("confidential")])
    let plain = try error { try $0.execute(sql: "SELECT nowhere") }
    #expect(plain.expandedDescription == plain.description)
  }

  @Test
  func `an error about a record names its entity and its key`() throws {
    let nobody = Band(name: "Nobody", formed: 1990)
    let missing = try error { try $0.update(nobody) }
    #expect(missing.reason == .notFound)
    #expect(missing.entity == "Band")
    #expect(missing.key == [.text("Nobody")])
    let taken = try error { db in for _ in 1...2 { try db.insert(nobody) } }
    #expect(taken.reason == .alreadyExists)
    #expect(taken.entity == "Band")
    #expect(taken.key == [.text("Nobody")])
    // A constraint of another program refuses the row: SQLite knows neither.
    try store.write {
      try $0.execute(
        sql: "CREATE TRIGGER no BEFORE INSERT ON Band BEGIN SELECT RAISE(ABORT, 'no more bands'); END")
    }
    let refused = try error { try $0.insert(nobody) }
    #expect(refused.reason == .refused)
    #expect(refused.key == [.text("Nobody")])
  }

  @Test
  func `alerts show the sentence, without code and SQL`() throws {
    let wrong: any Error = try error { try $0.execute(sql: "SELECT nowhere") }
    #expect(wrong.localizedDescription == "no such column: nowhere")
    #expect((wrong as? any LocalizedError)?.failureReason == "SQL logic error")
    let cases: [(any Error, String)] = [
      (
        ImportError(.invalidValue, "expected an integer, found 'x'", line: 1, column: 2),
        "expected an integer, found 'x'"
      ),
      (ExportError(.unknownKey, "there is no Band 7"), "there is no Band 7"),
      (MigrationError(.otherModel, "it is another model's"), "it is another model's"),
      (JSONError(.malformed, "expected a value", line: 1, column: 2), "1:2: expected a value"),
      (
        RowDecodingError(entity: "Album", column: "released", expected: "a date", found: "text 'soon'"),
        "Album.released: expected a date, found text 'soon'"
      ),
    ]
    for (error, sentence) in cases { #expect(error.localizedDescription == sentence) }
    let place = ImportError(.invalidValue, "x", entity: "Band", path: "$[0]", line: 1, column: 2)
    #expect(place.failureReason == "line 1, column 2, $[0], in a record of Band")
  }
}
