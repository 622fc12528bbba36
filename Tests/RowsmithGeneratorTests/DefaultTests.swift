import TestSupport
import Testing

/// The defaults of the parameters of a record's initialiser.
@Suite struct DefaultTests {
  private func parameter(_ attribute: String) throws -> String? {
    let snippets = try Snippets(
      """
      enums: { Status: [draft, in-progress, unlisted, default, none] }
      values: { Place: { x: Int } }
      entities: { Thing: { attributes: { id: Int, a: \(attribute) } } }
      """)
    let line = snippets.records.split(separator: "\n").first { $0.hasPrefix("    a: ") }
    return line.map { String($0.dropFirst(4)) }
  }

  @Test(arguments: [
    ("Int", "a: Int"), ("Int?", "a: Int? = nil"), ("[Int]", "a: [Int]"), ("'[Int]?'", "a: [Int]? = nil"),
    ("Place", "a: Place"), ("Place?", "a: Place? = nil"), ("[Place]", "a: [Place]"),
  ])
  func `without one in the model, only what is optional has one: nil`(attribute: String, expected: String)
    throws
  {
    #expect(try parameter(attribute) == expected)
  }

  @Test(arguments: [
    ("{ type: Int, default: 0 }", "a: Int = 0"), ("{ type: Int, default: -7 }", "a: Int = -7"),
    ("{ type: Int?, default: 3 }", "a: Int? = 3"),
    ("{ type: Double, default: 2 }", "a: Double = 2.0"),
    ("{ type: Double, default: -0.25 }", "a: Double = -0.25"),
    ("{ type: Bool, default: false }", "a: Bool = false"),
    ("{ type: Bool?, default: true }", "a: Bool? = true"),
    ("{ type: String, default: '' }", #"a: String = """#),
    (#"{ type: String, default: "a\nb" }"#, #"a: String = "a\nb""#),
    ("{ type: Decimal, default: -12 }", "a: Decimal = -12"),
    ("{ type: [String], default: [] }", "a: [String] = []"),
    ("{ type: Status, default: in-progress }", "a: Status = .inProgress"),
    ("{ type: Status, default: default }", "a: Status = .default"),
    ("{ type: Status?, default: unlisted }", "a: Status? = .unlisted"),
  ])
  func `a default of the model is that of the parameter`(attribute: String, expected: String) throws {
    #expect(try parameter(attribute) == expected)
  }

  @Test(arguments: [
    ("{ type: URL, default: 'https://example.org' }", "a: URL"),
    ("{ type: UUID, default: a4f0c9e2-0000-4000-8000-000000000001 }", "a: UUID"),
    ("{ type: Date, default: '2000-01-01T00:00:00Z' }", "a: Date"),
    ("{ type: Decimal, default: 1.10 }", "a: Decimal"),
    ("{ type: Decimal, default: 3000000000 }", "a: Decimal"),
  ])
  func `one that Swift cannot write without failing or rounding is the store's`(
    attribute: String, expected: String
  ) throws {
    #expect(try parameter(attribute) == expected)
  }

  @Test func `a default called none is the value, not nil`() throws {
    #expect(try parameter("{ type: Status?, default: none }") == "a: Status? = Status.none")
    #expect(try parameter("{ type: Status, default: none }") == "a: Status = Status.none")
  }

  @Test(arguments: [
    (
      "{ type: URL?, default: 'https://example.org' }",
      #"a: URL? = URL(storedValue: .text("https://example.org"))"#
    ), ("{ type: Decimal?, default: 1.5 }", #"a: Decimal? = Decimal(storedValue: .text("1.5"))"#),
    ("{ type: '[Int]?', default: [1, 2] }", #"a: [Int]? = [Int](storedValue: .text("[1,2]"))"#),
    ("{ type: Data?, default: AQI= }", "a: Data? = Data(storedValue: .blob([1, 2]))"),
  ])
  func `an optional attribute has the model's default even where the expression may fail`(
    attribute: String, expected: String
  ) throws { #expect(try parameter(attribute) == expected) }

  // Where the cases were named anew for every default, it took half a minute, optimised.
  @Test func `hundreds of defaults of a long enumeration are generated soon`() throws {
    let values = (0..<1000).map { "v\($0)" }.joined(separator: ", ")
    let attributes = (0..<500).map { ", a\($0): { type: Code, default: v\($0) }" }.joined()
    var records = ""
    let duration = try ThreadTime.measure {
      records = try Snippets(
        """
        enums: { Code: [\(values)] }
        entities: { Thing: { attributes: { id: Int\(attributes) } } }
        """
      ).records
    }
    #expect(records.contains("    a499: Code = .v499\n"))
    #expect(duration < .seconds(30))
  }
}
