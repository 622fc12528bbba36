import Testing

@testable import Rowsmith

/// Which tables the statements of a connection use.
struct TableAccessTests {
  @Test
  func `a statement that is compiled again while it runs reads also what another one was compiled for last`()
    throws
  {
    let connection = try Connection(path: ":memory:")
    connection.learnsTables(true)
    try connection.execute("CREATE TABLE a (x); CREATE TABLE b (x); CREATE VIEW v AS SELECT x FROM b")
    let statement = try connection.prepare("SELECT x FROM v")
    try connection.execute("DROP VIEW v; CREATE VIEW v AS SELECT x FROM a")
    _ = try connection.prepare("SELECT x FROM a")
    connection.tableAccess?.forget()
    #expect(try !statement.step())
    #expect(connection.tableAccess?.used.reads.contains("a") == true)
  }
}
