import Rowsmith
import RowsmithSchema
import Testing

struct QuotedNameTests {
  @Test(arguments: ["plain", "a\"b", "a\"\u{301}b", "it's", "it'\u{301}s", "'", "\"\u{200D}\""])
  func `names and texts are what they were when SQLite has read them`(text: String) throws {
    let connection = try ReadConnection(":memory:")
    _ = try connection.rows("CREATE TABLE t (\(DDL.quoted(text)) DEFAULT \(DDL.literal(.text(text))))")
    _ = try connection.rows("INSERT INTO t DEFAULT VALUES")
    let rows = try connection.rows("SELECT name, \(DDL.quoted(text)) FROM t, pragma_table_info('t')")
    // Not as texts, which are equal where they look alike.
    let found = rows.joined().map { value -> [UInt8] in
      if case .text(let text) = value { Array(text.utf8) } else { [] }
    }
    #expect(found == [Array(text.utf8), Array(text.utf8)])
  }
}
