import Foundation
import Rowsmith
import RowsmithSchema
import Testing

/// A row of values reads as the row of a statement that has them.
@Suite struct ValueRowTests {
  private static let values: [StoredValue] = [
    .integer(7), .real(1.5), .text("tëxt"), .blob([0, 255]), .null, .text("2000-08-22T13:28:00.250Z"),
    .text("[1,2]"), .text("-12.50"), .integer(1), .text(""),
  ]
  private static let columns = (0..<10).map { "c\($0)" }

  private func compare<Value: Equatable>(_ read: (Row) throws -> Value) throws {
    let sql = """
      SELECT 7 AS c0, 1.5 AS c1, 'tëxt' AS c2, x'00ff' AS c3, NULL AS c4, '2000-08-22T13:28:00.250Z' AS c5,
        '[1,2]' AS c6, '-12.50' AS c7, 1 AS c8, '' AS c9
      """
    let row = Row(values: ValueRowTests.values, columns: ValueRowTests.columns, entity: "Album")
    #expect(row.count == 10)
    let ofValues = Result { try read(row) }
    let ofStatement = Result { try SampleRow.with(sql, read) }
    switch (ofValues, ofStatement) {
    case (.success(let one), .success(let other)): #expect(one == other)
    case (.failure(let one as RowDecodingError), .failure(let other as RowDecodingError)):
      #expect(one == other)
    default: Issue.record("\(ofValues) and \(ofStatement)")
    }
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, Int.max])
  func `every reader gives the same of both, be it a value or an error`(index: Int) throws {
    try compare { try $0.int(at: index) }
    try compare { try $0.optionalInt(at: index) }
    try compare { try $0.double(at: index) }
    try compare { try $0.optionalDouble(at: index) }
    try compare { try $0.bool(at: index) }
    try compare { try $0.optionalBool(at: index) }
    try compare { try $0.string(at: index) }
    try compare { try $0.optionalString(at: index) }
    try compare { try $0.date(at: index) }
    try compare { try $0.optionalDate(at: index) }
    try compare { try $0.decimal(at: index) }
    try compare { try $0.optionalDecimal(at: index) }
    try compare { try $0.data(at: index) }
    try compare { try $0.optionalData(at: index) }
    try compare { try $0.array(at: index) as [Int] }
    try compare { try $0.optionalArray(at: index) as [Int]? }
    try compare { try $0.isNull(at: index) }
    try compare { try $0.storedValue(at: index) }
  }
}
