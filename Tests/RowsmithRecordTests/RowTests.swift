import Foundation
import Rowsmith
import Testing

@Suite struct RowTests {
  @Test func `every reader gives what is stored`() throws {
    let sql = """
      SELECT 7, 1.5, 3, 0, 1, 'tëxt', '2000-08-22T13:28:00.250Z', '-12.50', 'a4f0c9e2-0000-4000-8000-000000000001',
        'https://example.org/a?b=c', x'00ff', '{"a":[1]}', '[1,2]', 'closed'
      """
    try SampleRow.with(sql) { (row: Row) throws in
      #expect(row.count == 14)
      #expect(try row.int(at: 0) == 7)
      #expect(try row.double(at: 1) == 1.5)
      #expect(try row.double(at: 2) == 3)
      #expect(try row.bool(at: 3) == false)
      #expect(try row.bool(at: 4) == true)
      #expect(try row.string(at: 5) == "tëxt")
      #expect(try row.date(at: 6) == Date(timeIntervalSince1970: 966_950_880.25))
      #expect(try row.decimal(at: 7) == Decimal(string: "-12.5"))
      #expect(try row.uuid(at: 8) == UUID(uuidString: "A4F0C9E2-0000-4000-8000-000000000001"))
      #expect(try row.url(at: 9) == URL(string: "https://example.org/a?b=c"))
      #expect(try row.data(at: 10) == Data([0, 255]))
      #expect(try row.json(at: 11).value()["a"] == [1])
      #expect(try row.array(at: 12) == [1, 2])
      #expect(try row.enumeration(at: 13) == Light.unlisted("closed"))
    }
  }

  @Test func `an optional reader gives nil for NULL`() throws {
    try SampleRow.with("SELECT NULL") { (row: Row) throws in
      #expect(try row.isNull(at: 0))
      #expect(try row.storedValue(at: 0) == .null)
      #expect(try row.optionalInt(at: 0) == nil)
      #expect(try row.optionalDouble(at: 0) == nil)
      #expect(try row.optionalBool(at: 0) == nil)
      #expect(try row.optionalString(at: 0) == nil)
      #expect(try row.optionalDate(at: 0) == nil)
      #expect(try row.optionalDecimal(at: 0) == nil)
      #expect(try row.optionalUUID(at: 0) == nil)
      #expect(try row.optionalURL(at: 0) == nil)
      #expect(try row.optionalData(at: 0) == nil)
      #expect(try row.optionalJSON(at: 0) == nil)
      #expect(try row.optionalArray(at: 0) == nil as [Int]?)
      #expect(try row.optionalEnumeration(at: 0) == nil as Light?)
      #expect(try row.optionalReference(at: 0) == nil as Reference<Lamp>?)
    }
  }

  @Test(arguments: [
    ("NULL", "NULL"), ("'abc'", "text \"abc\""), ("1.5", "real 1.5"), ("x'0102'", "a blob of 2 bytes"),
    ("'0123456789012345678901234567890123456789x'", "text \"0123456789012345678901234567890123456789…\""),
  ]) func `a column of another type is an error that says what is there`(value: String, found: String) throws
  {
    let error = try SampleRow.error("SELECT 1, \(value) AS year") { try $0.int(at: 1) }
    #expect(
      error == RowDecodingError(entity: "Album", column: "year", expected: "an integer", found: found))
    #expect(error?.description == "Album.year: expected an integer, found \(found)")
  }

  @Test func `no reader takes what another one stores`() throws {
    let readers: [(String, (Row) throws -> Void)] = [
      ("2", { _ = try $0.bool(at: 0) }), ("'true'", { _ = try $0.bool(at: 0) }),
      ("5", { _ = try $0.string(at: 0) }), ("'1.5'", { _ = try $0.double(at: 0) }),
      ("'2000-08-22'", { _ = try $0.date(at: 0) }), ("966950880", { _ = try $0.date(at: 0) }),
      ("'2000-02-30T00:00:00.000Z'", { _ = try $0.date(at: 0) }), ("'1.5x'", { _ = try $0.decimal(at: 0) }),
      ("'NaN'", { _ = try $0.decimal(at: 0) }), ("1.5", { _ = try $0.decimal(at: 0) }),
      ("'a4f0'", { _ = try $0.uuid(at: 0) }), ("'http://a b[c'", { _ = try $0.url(at: 0) }),
      ("'abc'", { _ = try $0.data(at: 0) }), ("'[1'", { let _: [Int] = try $0.array(at: 0) }),
      ("'[1,\"a\"]'", { let _: [Int] = try $0.array(at: 0) }),
      ("'{}'", { let _: [Int] = try $0.array(at: 0) }),
      ("'[null]'", { let _: [String] = try $0.array(at: 0) }),
      ("'a'", { let _: Reference<Lamp> = try $0.reference(at: 0) }),
    ]
    for (value, read) in readers {
      #expect(try SampleRow.error("SELECT \(value) AS c", read)?.column == "c", "\(value)")
    }
  }

  @Test(arguments: [-1, 1, 40_000, Int.max, Int.min]) func `an index that is no column is an error`(
    index: Int
  ) throws {
    let readers: [(Row) throws -> Void] = [
      { _ = try $0.int(at: index) }, { _ = try $0.optionalInt(at: index) }, { _ = try $0.string(at: index) },
      { _ = try $0.isNull(at: index) }, { _ = try $0.storedValue(at: index) },
      { _ = try $0.optionalDate(at: index) },
    ]
    for read in readers {
      let error = try SampleRow.error("SELECT NULL", read)
      #expect(error?.column == "(column \(index))")
      #expect(error?.found == "a row of 1 columns")
    }
  }
}
