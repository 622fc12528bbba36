import Foundation
import Testing

/// Models that are made of CSV and TSV, and imports of these with them.
@Suite struct InferTableTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The attributes of the model of a table, a line each, and its rows as they are produced again.
  private func taken(_ text: String, named file: String = "rows.csv") throws -> (
    attributes: [String], rows: String
  ) {
    try folder.write(text, to: file)
    let imported = try RowsmithProcess.run(["import", file, "--into", "t.db"], in: folder)
    #expect(imported.status == 0, "\(imported.diagnostics)")
    let model = try folder.read("t.yml")
    let checked = try RowsmithProcess.run(["check", "t.yml"], in: folder)
    #expect(checked.status == 0 && checked.diagnostics.isEmpty)
    let exported = try RowsmithProcess.run(
      ["export", "--model", "t.yml", "--from", "t.db", "--entity", "Row", "--csv"], in: folder)
    let lines = model.split(separator: "\n").drop { $0 != "    attributes:" }.dropFirst()
    return (lines.map { $0.trimmingCharacters(in: .whitespaces) }, exported.output)
  }

  @Test func `a column has the narrowest type of its fields`() throws {
    let text = """
      id,name,size,price,open,since,at
      1,a,3,1.50,true,2020-01-02,2020-01-02T03:04:05Z
      2,b,-4,20,false,2021-12-31,2021-01-02T03:04:05Z

      """
    let (attributes, rows) = try taken(text)
    #expect(
      attributes == [
        "id: { type: Int, coerce: true }", "name: String", "size: { type: Int, coerce: true }",
        "price: Decimal", "open: { type: Bool, coerce: true }",
        "since: { type: Date, DateFormat: yyyy-MM-dd }", "at: Date",
      ])
    #expect(rows == text.replacing("\n", with: "\r\n"))
  }

  @Test func `numbers with zeros in front, and numbers that are too long, are text`() throws {
    let text =
      "id,zip,phone,long\n007,00100,+41 31,12345678901234567890123456789012345678901\n010,20095,030,1\n"
    let (attributes, rows) = try taken(text)
    #expect(attributes == ["id: String", "zip: String", "phone: String", "long: String"])
    #expect(rows == text.replacing("\n", with: "\r\n"))
  }

  @Test func `an empty field is null, and an empty text is one in quotes`() throws {
    let (attributes, rows) = try taken("id,note,count\n1,,\n2,\"\",5\n3,x,\n")
    #expect(
      attributes.map { $0.replacing(#/ +#/#, with: "  #") } == [
        "id: { type: Int, coerce: true }", "note: String?  # null in 1 of 3",
        "count: { type: Int?, coerce: true }  # null in 2 of 3",
      ])
    #expect(rows == "id,note,count\r\n1,,\r\n2,\"\",5\r\n3,x,\r\n")
  }

  @Test func `names of columns with spaces and capitals are read as they are`() throws {
    let (attributes, rows) = try taken("ID,First Name,Größe (cm),1st\n1,Ann,170,x\n")
    #expect(attributes.contains { $0.hasPrefix("firstName: { type: String, ImportName: First Name }") })
    #expect(rows == "ID,First Name,Größe (cm),1st\r\n1,Ann,170,x\r\n")
  }

  @Test(arguments: [
    ("id,name,name\n1,a,b\n", "rows.csv:1:9: error: the column 'name' occurs twice in the header"),
    ("id,,name\n1,a,b\n", "rows.csv:1:4: error: column 2 has no name"),
    ("id,name\n1,a,b,c\n", "rows.csv:2:5: error: expected 2 fields"),
    ("id,name\n", "rows.csv: error: the samples hold no record"),
    ("", "rows.csv:1:1: error: expected a header"),
  ])
  func `what is wrong with a table is said with its place`(_ text: String, _ message: String) throws {
    try folder.write(text, to: "rows.csv")
    let outcome = try RowsmithProcess.run(["import", "rows.csv", "--into", "t.db"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix(message), "\(outcome.diagnostics)")
    #expect(try folder.names == ["rows.csv"])
  }

  @Test func `a mark at the beginning, and lines that end as elsewhere, change nothing`() throws {
    let plain = try taken("id,name\n1,a\n2,\"b\nc\"\n")
    let other = try InferTableTests().taken("\u{FEFF}id,name\r\n1,a\r\n2,\"b\nc\"\r\n")
    #expect(plain.attributes == other.attributes && plain.rows == other.rows)
  }

  @Test func `columns of TSV are parted by tabs alone`() throws {
    let (attributes, rows) = try taken("id\tname\n1\ta, b\n2\tc\n", named: "rows.tsv")
    #expect(attributes == ["id: { type: Int, coerce: true }", "name: String"])
    #expect(rows == "id,name\r\n1,\"a, b\"\r\n2,c\r\n")
  }

  @Test func `two hundred columns are two hundred attributes`() throws {
    let names = (0..<200).map { "c\($0)" }.joined(separator: ",")
    let (attributes, rows) = try taken("id,\(names)\n1,\(names)\n2,\(names)\n")
    #expect(attributes.count == 201)
    #expect(rows == "id,\(names)\r\n1,\(names)\r\n2,\(names)\r\n")
  }

  @Test func `a table with very many columns needs a model`() throws {
    let columns = (0..<300).map { "c\($0)" }.joined(separator: ",")
    try folder.write("id,\(columns)\n1,\(columns)\n", to: "wide.csv")
    let outcome = try RowsmithProcess.run(["import", "wide.csv", "--into", "t.db"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains("more than 256 different keys"), "\(outcome)")
  }
}
