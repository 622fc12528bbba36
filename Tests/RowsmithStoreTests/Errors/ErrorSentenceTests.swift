import Foundation
import Testing

@testable import Rowsmith

/// What an app shows people of an error: the sentences of `LocalizedError`.
struct ErrorSentenceTests {
  /// The error as an app gets it from Foundation, which asks for nothing but these.
  private func shown(_ error: some LocalizedError) -> [String?] {
    [error.localizedDescription, error.failureReason, error.recoverySuggestion]
  }

  @Test func `an import says what is wrong, and apart from it where`() {
    let error = ImportError(
      .invalidValue, "expected an integer, found true", entity: "Album", path: "$[3].year", line: 12,
      column: 31)
    #expect(
      shown(error) == [
        "expected an integer, found true", "line 12, column 31, $[3].year, in a record of Album", nil,
      ])
  }

  @Test func `of several sources an import names the one`() {
    let error = ImportError(.malformedJSON, "expected a value", line: 2, column: 1, source: "page 2")
    #expect(error.failureReason == "page 2, line 2, column 1")
    #expect(error.description == "page 2: 2:1: expected a value")
  }

  @Test func `an import that failed nowhere in particular has no place`() {
    #expect(
      shown(ImportError(.cancelled, "the import was cancelled")) == ["the import was cancelled", nil, nil])
  }

  @Test func `what stands in a document cannot write into a terminal`() {
    let error = ImportError(.invalidValue, "found \u{1B}[31m", path: "$.a\nb", line: 1, column: 1)
    #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 })
    #expect(error.failureReason?.unicodeScalars.contains { $0.value < 0x20 } == false)
  }

  @Test func `SQLite's code is explained in words`() {
    let error = StoreError(
      code: .constraintUnique, message: "UNIQUE constraint failed: User.login", sql: "INSERT")
    #expect(error.localizedDescription == "UNIQUE constraint failed: User.login")
    #expect(error.failureReason == StoreError.Code.constraintUnique.meaning)
    #expect(error.reason == .notUnique)
    #expect(StoreError(.closed, "the store is closed").failureReason == nil)
  }

  @Test func `an error of Rowsmith's own has neither code nor values`() {
    let error = StoreError(.notFound, "there is no Band 'Can'", entity: "Band", key: [.text("Can")])
    #expect(error.description == "there is no Band 'Can'")
    #expect(error.expandedDescription == error.description)
    #expect(error.code == nil)
  }

  @Test func `the values of a statement are shown on request alone`() {
    let error = StoreError(
      code: .full, message: "database or disk is full", sql: "INSERT INTO A VALUES (?, ?)",
      arguments: [.text("it's"), .null])
    #expect(!error.description.contains("it's"))
    #expect(!error.localizedDescription.contains("it's"))
    #expect(error.expandedDescription.hasSuffix("in: INSERT INTO A VALUES (?, ?) with 'it''s', NULL"))
  }

  @Test func `what stands in a statement cannot write into a terminal`() {
    let error = StoreError(
      code: .error, message: "no such column: \u{1B}[31m\n", sql: "SELECT\n '\u{1B}[31m', ?",
      arguments: [.text("\u{1B}[31m\n")])
    let sql = "SELECT\n '\\u001b[31m', ?"
    #expect(error.description == "no such column: \\u001b[31m\\n (SQLite 1) in: \(sql)")
    #expect(error.expandedDescription == error.description + " with '\\u001b[31m\\n'")
  }

  @Test func `a column that does not fit is named`() {
    let error = RowDecodingError(
      entity: "Album", column: "released", expected: "a date", found: "text \"soon\"")
    #expect(shown(error) == ["Album.released: expected a date, found text \"soon\"", nil, nil])
  }

  @Test func `a member of a value in a list that does not fit is named`() {
    let error = ValueObjectError(member: "street")
    #expect("\(error)".hasPrefix("the member 'street' of a value in a list is missing or of another type"))
    #expect(shown(error) == ["\(error)", nil, nil])
  }

  @Test func `JSON says where it breaks off, if that is known`() {
    #expect(
      JSONError(.malformed, "expected ':'", line: 1, column: 4).localizedDescription == "1:4: expected ':'")
    #expect(JSONError(.unreadable, "cannot read 'a'").localizedDescription == "cannot read 'a'")
  }

  @Test func `an export says its message`() {
    #expect(ExportError(.unknownKey, "there is no\nBand").localizedDescription == "there is no\nBand")
    #expect(ExportError(.unknownKey, "there is no\nBand").description.contains("\n") == false)
  }

  @Test func `a transform says which value does not fit`() throws {
    let transform = AttributeTransform(
      decoding: { _ in 1 }, encoding: { (value: Int) in .number("\(value)") })
    let error = #expect(throws: AttributeTransform.MismatchedValue.self) { try transform.encode(.text("a")) }
    #expect(error?.localizedDescription == "expected a value of type Int, found 'a'")
    #expect(error?.value == .text("a"))
  }

  private static let loss = MigrationPlan.Finding(subject: "Band.hiatus", count: 3, text: "3 values")

  @Test func `a migration that would lose data names the loss and the way out`() {
    var plan = MigrationPlan()
    plan.losses = [Self.loss]
    let error = MigrationError(.wouldLoseData, "the migration would lose data", plan: plan)
    #expect(error.localizedDescription == "the migration would lose data")
    #expect(error.failureReason == "\(Self.loss)")
    #expect(error.recoverySuggestion?.contains("RenamedFrom") == true)
    #expect(error.description == "the migration would lose data\n  \(Self.loss)")
  }

  @Test func `a migration that cannot be done names what is in the way before what would be lost`() {
    var plan = MigrationPlan()
    plan.losses = [Self.loss]
    plan.refusals = [MigrationPlan.Finding(subject: "Band.name", count: 1, text: "1 row")]
    let error = MigrationError(.impossible, "the migration cannot be done", plan: plan)
    #expect(error.failureReason == "\(plan.refusals[0]); \(Self.loss)")
    #expect(error.recoverySuggestion == nil)
    let other = MigrationError(.otherModel, "another model", plan: plan)
    #expect(shown(other) == ["another model", nil, nil])
  }
}
