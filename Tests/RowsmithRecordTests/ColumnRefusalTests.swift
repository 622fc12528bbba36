import Foundation
import Rowsmith
import RowsmithSchema
import Testing

/// What each reader says of a column that it cannot read, and that none of them traps.
@Suite struct ColumnRefusalTests {
  /// Every reader of a required column, by what it says that it expects.
  private static let readers: [(expected: String, read: @Sendable (Row) throws -> Void)] = [
    ("an integer", { _ = try $0.int(at: 0) }),
    ("a number", { _ = try $0.double(at: 0) }),
    ("0 or 1", { _ = try $0.bool(at: 0) }),
    ("text", { _ = try $0.string(at: 0) }),
    ("a date such as 2000-08-22T13:28:00.000Z", { _ = try $0.date(at: 0) }),
    ("a decimal number as text", { _ = try $0.decimal(at: 0) }),
    ("a UUID as text", { _ = try $0.uuid(at: 0) }),
    ("a URL as text", { _ = try $0.url(at: 0) }),
    ("a blob", { _ = try $0.data(at: 0) }),
    ("a JSON array of Int", { _ = try $0.array(at: 0) as [Int] }),
  ]

  private func error(_ value: StoredValue, _ read: (Row) throws -> Void) -> RowDecodingError? {
    let row = Row(values: [value], columns: ["year"], entity: "Album")
    do {
      try read(row)
      return nil
    } catch {
      return error as? RowDecodingError
    }
  }

  @Test func `NULL in a required column is refused by every reader, in its own words`() {
    for (expected, read) in Self.readers {
      #expect(
        error(.null, read)
          == RowDecodingError(entity: "Album", column: "year", expected: expected, found: "NULL"))
    }
  }

  /// Values and the readers, by their places, that take them.
  private static let values: [(value: StoredValue, found: String, takers: Set<Int>)] = [
    (.integer(1), "integer 1", [0, 1, 2]), (.integer(2), "integer 2", [0, 1]),
    (.real(1.5), "real 1.5", [1]), (.text("x y"), "text \"x y\"", [3]),
    (.text("[1,2]"), "text \"[1,2]\"", [3, 9]), (.text("[1,\"a\"]"), "text \"[1,\"a\"]\"", [3]),
    (.text("1.50"), "text \"1.50\"", [3, 5, 7]), (.blob([1]), "a blob of 1 bytes", [8]),
    (.text("2000-08-22T13:28:00.000Z"), "text \"2000-08-22T13:28:00.000Z\"", [3, 4]),
    (
      .text("a4f0c9e2-0000-4000-8000-000000000001"), "text \"a4f0c9e2-0000-4000-8000-000000000001\"",
      [3, 6, 7]
    ),
  ]

  @Test(arguments: 0..<10) func `a value is taken by the readers of its type alone`(index: Int) {
    let (value, found, takers) = Self.values[index]
    for (place, (expected, read)) in Self.readers.enumerated() where !takers.contains(place) {
      // Which text is a URL is Foundation's to say.
      if place == 7, case .text = value { continue }
      #expect(
        error(value, read)
          == RowDecodingError(entity: "Album", column: "year", expected: expected, found: found),
        "\(expected)")
    }
    for place in takers where place != 7 {
      #expect(error(value, Self.readers[place].read) == nil, "\(place)")
    }
  }

  @Test func `an array of arrays, of optionals and of every type comes back as it was`() throws {
    func back<Value: ColumnValue & Equatable>(_ value: Value) -> Bool {
      Value(storedValue: value.storedValue) == value
    }
    #expect(back([[1, 2], []]))
    #expect(back(["a\"b", ""]))
    #expect(back([true, false]))
    #expect(back([1.5, -2]))
    #expect(back([Data([0, 255]), Data()]))
    #expect(back([Date(timeIntervalSince1970: 966_950_880.25)]))
    #expect(back([try #require(Decimal(string: "-12.5"))]))
    #expect(back([UUID()]))
    #expect(back([try #require(URL(string: "https://example.org/a?b=c"))]))
    #expect(back([JSONText(#"{"a":[1]}"#)]))
    #expect([Int](storedValue: .text("{}")) == nil)
    #expect([Int](storedValue: .text("[1")) == nil)
    #expect([Int](storedValue: .integer(1)) == nil)
    #expect([[Int]](storedValue: .text("[1]")) == nil)
  }

  @Test func `a value of another type is no value`() {
    let others: [StoredValue] = [.null, .blob([1]), .text("\u{1}")]
    for value in others {
      #expect(Int(storedValue: value) == nil)
      #expect(Double(storedValue: value) == nil)
      #expect(Bool(storedValue: value) == nil)
      #expect(Date(storedValue: value) == nil)
      #expect(Decimal(storedValue: value) == nil)
      #expect(UUID(storedValue: value) == nil)
    }
    #expect(String(storedValue: .integer(1)) == nil)
    #expect(Data(storedValue: .text("AA==")) == nil)
    #expect(URL(storedValue: .integer(1)) == nil)
    #expect(Bool(storedValue: .integer(2)) == nil)
    #expect(Double(storedValue: .integer(2)) == 2)
    #expect(RowIdentifier(storedValue: .text("1")) == nil)
  }
}
