import Testing

/// `rowsmith export --where`.
struct ExportConditionTests {
  private let small: SmallModel

  init() throws {
    small = try SmallModel()
    let outcome = try small.importJSON(
      """
      {"bands": [{"name": "Japan", "formed": 1974}, {"name": "XTC", "formed": 1972}, {"name": "Zé"}],
       "albums": [{"id": 1, "title": "x", "band": "Japan"}]}
      """, ["--document", "all"])
    try #require(outcome.status == 0, "\(outcome.diagnostics)")
  }

  private func names(_ condition: String) throws -> String {
    let outcome = try small.export("Band", ["--only", "name", "--ndjson", "--where", condition])
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    return outcome.output.split(separator: "\n").map { $0.dropFirst(9).dropLast(2) }.joined(separator: " ")
  }

  @Test(arguments: [
    ("formed < 1974", "XTC"), ("formed IS NULL", "Zé"), ("1", "Japan XTC Zé"), ("0 OR name = 'XTC'", "XTC"),
    ("name IN (SELECT band FROM Album)", "Japan"), ("(formed) > 1 -- both", "Japan XTC"),
    ("/* ; */ name <> ';)''--' AND [formed] = 1972", "XTC"), ("name GLOB '*' || char(41)", ""),
  ])
  func `a record is written if it meets the condition`(condition: String, expected: String) throws {
    #expect(try names(condition) == expected)
  }

  @Test(arguments: [
    ("formd > 1", "column 1: no such column: formd", "  formd > 1\n  ^"),
    ("formed > 1 AND nmae = 'x'", "column 16: no such column: nmae", "                 ^"),
    ("formed >", "column 9: ", "  formed >\n          ^"),
    ("formed > 1; DELETE FROM Band", "column 11: it is one expression, which has no ';'", "            ^"),
    ("1) UNION SELECT 1, 2, 3 FROM Band --", "column 2: this parenthesis closes nothing", "   ^"),
    ("(1", "column 1: this parenthesis is not closed", "  ^"),
    ("name = 'x", "column 8: this quote is not closed", "         ^"),
    ("1 /* x", "column 3: this comment is not closed", "    ^"),
    ("name = \"x\"", "column 8: no such column: x", "         ^"),
    ("'Zé' = nmae", "column 9: no such column: nmae", "  'Zé' = nmae\n         ^"),
    (" -- x", "column 1: it is empty", "  ^"),
  ])
  func `a bad condition is wrong usage, and a mark points at the place`(
    condition: String, message: String, mark: String
  ) throws {
    let outcome = try small.export("Band", ["--where", condition])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(
      outcome.diagnostics.hasPrefix("error: --where: the condition: \(message)"), "\(outcome.diagnostics)")
    #expect(
      outcome.diagnostics.contains("\(mark)\nSee 'rowsmith export --help'.\n"), "\(outcome.diagnostics)")
  }

  @Test(arguments: [
    ("json_extract(name, '$.x') = 1", "malformed JSON"),
    ("abs(-9223372036854775807 - (formed > 0)) > 0", "integer overflow"),
    ("name MATCH 'x'", "unable to use function MATCH in the requested context"),
  ])
  func `a condition that fails over a record is wrong usage, too, and the statement around it is not shown`(
    condition: String, message: String
  ) throws {
    let outcome = try small.export("Band", ["--where", condition])
    #expect(outcome.status == 2)
    #expect(
      outcome.diagnostics
        == "error: --where: the condition: \(message)\nSee 'rowsmith export --help'.\n")
  }

  @Test(arguments: [
    (
      "total_price > 5",
      "; the table Offer has id, totalPrice, offerDescription, band; did you mean 'totalPrice'?"
    ),
    ("Offer.price.total > 5", "; did you mean 'totalPrice'?"),
    ("offer.totalPrise > 5", "; did you mean 'totalPrice'?"),
    ("description IS NULL", "; did you mean 'offerDescription'?"),
    ("band_id = 'x'", "; did you mean 'band'?"),
    ("offers > 1", "; the table Offer has id, totalPrice, offerDescription, band"),
    ("band = \"It's\"", "; text is written in single quotes, 'It''s'"),
  ])
  func `an unknown column is told the others, and which one was meant`(
    condition: String, end: String
  ) throws {
    let offers = try SmallModel(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Band: { PrimaryKey: name, attributes: { name: String } }
        Offer:
          attributes:
            id: Int
            totalPrice: { type: Double?, ImportName: [price.total, t] }
            offerDescription: String?
          relationships: { band: Band? }

      """)
    #expect(try offers.importJSON("[]", ["--entity", "Offer"]).status == 0)
    let outcome = try offers.export("Offer", ["--where", condition])
    #expect(outcome.status == 2)
    let line = outcome.diagnostics.prefix { $0 != "\n" }
    #expect(line.contains(": no such column: ") && line.hasSuffix(end), "\(outcome.diagnostics)")
  }

  @Test(arguments: [
    ("name > 9", true), ("\"name\">=9", true), ("Band.NAME < 10 AND formed > 1", true),
    ("formed > 9", false), ("CAST(name AS REAL) > 9", false), ("name > '9'", false), ("name <> 9", false),
    ("length(name) > 9", false), ("name BETWEEN 9 AND 20", true), ("name NOT between -1 AND 2", true),
    ("name > .5", true), ("formed BETWEEN 9 AND 2000", false), ("name BETWEEN '9' AND 20", false),
  ])
  func `text that is compared with a number is noted`(condition: String, isNoted: Bool) throws {
    let outcome = try small.export("Band", ["--where", condition])
    #expect(outcome.status == 0)
    #expect(
      outcome.diagnostics
        == (isNoted
          ? "note: --where compares Band.name as text, in which '10' precedes '9'; "
            + "for numbers, write CAST(name AS REAL)\n" : ""))
  }

  @Test
  func `it has no parameters, and no place beside --key`() throws {
    let parameter = try small.export("Band", ["--where", "formed > ?"])
    #expect(parameter.status == 2)
    #expect(parameter.diagnostics.contains("a parameter has no value here"))
    #expect(try small.export("Band", ["--where", "1", "--key", "XTC"]).status == 2)
  }
}
