import Rowsmith
import Testing

@testable import RowsmithCommand

/// A document that is not JSON is told by its first bytes, and what to do with it.
struct OtherFormatTests {
  @Test(
    arguments: [
      ([0x1F, 0x8B, 0x08], "gzip", "gunzip -c"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd", "zstd -dc"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz", "xz -dc"), (Array("BZh9".utf8), "bzip2", "bunzip2 -c"),
      ([0x04, 0x22, 0x4D, 0x18], "lz4", "lz4 -dc"), (Array("PK\u{3}\u{4}".utf8), "zip", "unzip -p"),
      ([0xFF, 0xFE, 0, 0, 0x5B, 0, 0, 0], "UTF-32", "iconv -f UTF-32 -t UTF-8"),
      ([0, 0, 0xFE, 0xFF], "UTF-32", "iconv -f UTF-32 -t UTF-8"),
      ([0x5B, 0, 0, 0], "UTF-32", "iconv -f UTF-32LE -t UTF-8"),
      ([0, 0, 0, 0x5B], "UTF-32", "iconv -f UTF-32BE -t UTF-8"),
      ([0xFF, 0xFE, 0x5B, 0], "UTF-16", "iconv -f UTF-16 -t UTF-8"),
      ([0xFE, 0xFF, 0, 0x5B], "UTF-16", "iconv -f UTF-16 -t UTF-8"),
      ([0x5B, 0, 0x5D, 0], "UTF-16", "iconv -f UTF-16LE -t UTF-8"),
      ([0, 0x5B, 0, 0x5D], "UTF-16", "iconv -f UTF-16BE -t UTF-8"),
    ] as [([UInt8], String, String)])
  func `what a program converts is told with its command`(bytes: [UInt8], name: String, command: String)
    throws
  {
    let format = try #require(OtherFormat(bytes))
    #expect(
      format.message(file: "a.json")
        == "this is \(name), not JSON in UTF-8: \(command) a.json | rowsmith import - …")
    #expect(
      format.message(file: "my file").hasPrefix("this is \(name), not JSON in UTF-8: \(command) 'my file' | ")
    )
    #expect(
      format.message(file: "-")
        == (name == "zip"
          ? "this is zip, not JSON; unpack it first"
          : "this is \(name), not JSON in UTF-8: … | \(command) | rowsmith import - …"))
  }

  @Test(arguments: [
    (
      "SQLite format 3\0",
      "this is an SQLite database, not JSON; name the database to import into with --into"
    ),
    ("<!DOCTYPE html><p>", "this is HTML, not JSON: perhaps an error page of the server"),
    ("\n <HTML>", "this is HTML, not JSON: perhaps an error page of the server"),
    ("<?xml version=\"1.0\"?>", "this is XML, not JSON"), ("<a/>", "this is XML, not JSON"),
    ("rowsmith: 1\n", "this is a model, not JSON; name it with --model"),
    ("Rowsmith: 1\n", "this is a model, not JSON; name it with --model"),
    ("# Made from samples\n#\n\nrowsmith: 1\n", "this is a model, not JSON; name it with --model"),
  ])
  func `what no program converts is told, too`(text: String, message: String) throws {
    #expect(try #require(OtherFormat(Array(text.utf8))).message(file: "x") == message)
  }

  @Test func `of a table the command says that it is one`() throws {
    let format = try #require(OtherFormat([0xFF, 0xFE, 0x69, 0], isTable: true))
    let start = "this is UTF-16, not a table in UTF-8: iconv -f UTF-16 -t UTF-8 a.csv | rowsmith import -"
    #expect(format.message(file: "a.csv", table: .csv) == start + " --csv …")
    #expect(format.message(file: "a.csv", table: .tsv) == start + " --tsv …")
    #expect(format.message(file: "a.csv", table: CSVFormat(delimiter: ";")) == start + " …")
  }

  @Test func `a column that is called as a tag does not make XML of a table`() {
    #expect(OtherFormat(Array("<DATE>,<OPEN>\n1,2\n".utf8), isTable: true) == nil)
    #expect(OtherFormat(Array("<DATE>,<OPEN>\n1,2\n".utf8)) == .xml)
    #expect(OtherFormat(Array("<?xml version=\"1.0\"?>".utf8), isTable: true) == .xml)
    #expect(OtherFormat(Array("<!DOCTYPE html>".utf8), isTable: true) == .html)
  }

  @Test(
    arguments: [
      [], [0x5B], Array("[1]".utf8), Array("{\"a\": \"<html>\"}".utf8), Array("  \n{".utf8),
      [0xEF, 0xBB, 0xBF, 0x5B],
      [0, 0, 0, 0], [0, 0x5B], [0x1F], Array("BZ".utf8), Array("PK".utf8), Array("null".utf8),
      Array("a: rowsmith: 1".utf8),
    ] as [[UInt8]])
  func `JSON, and what nothing is known of, is no other format`(bytes: [UInt8]) {
    #expect(OtherFormat(bytes) == nil)
  }
}
