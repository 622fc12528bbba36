import Testing

@testable import RowsmithGenerator

@Suite struct EnumerationTests {
  @Test func `an enumeration keeps values that the model does not list`() throws {
    let snippets = try Snippets(
      """
      enums:
        Status: { doc: How far it is., values: [draft, in-progress, default] }
      entities: { Thing: { attributes: { id: Int, status: Status } } }
      """, access: .public)
    #expect(
      snippets.enumerations == #"""
        /// How far it is.
        public nonisolated enum Status: OpenEnumeration {
          case draft
          case inProgress
          case `default`
          /// A value that the model does not list.
          case unlisted(String)

          /// The listed values, in the order of the model.
          public static var listed: [Status] { [.draft, .inProgress, .default] }

          /// Creates the value that JSON spells this way.
          public init(rawValue: String) {
            switch rawValue {
            case "draft": self = .draft
            case "in-progress": self = .inProgress
            case "default": self = .default
            default: self = .unlisted(rawValue)
            }
          }

          /// The value as JSON spells it.
          public var rawValue: String {
            switch self {
            case .draft: "draft"
            case .inProgress: "in-progress"
            case .default: "default"
            case .unlisted(let rawValue): rawValue
            }
          }
        }
        """#)
  }

  @Test(arguments: [
    ("draft", "draft"), ("in-progress", "inProgress"), ("FIRST_TIMER", "firstTimer"),
    ("HTTPError", "httpError"),
    ("OWNER", "owner"), ("NewYork", "newYork"), ("iOS", "iOS"), ("image url", "imageUrl"), ("1st", "_1st"),
    ("2.5x", "_25x"), ("+1", "plus1"), ("-1", "minus1"), ("", "empty"), ("*", "star"), ("C++", "c"),
    ("🙂", "u1f642"),
    ("größe", "größe"), ("日本", "日本"), ("a/b", "aB"), ("__", "underscoreUnderscore"), ("x-", "x"),
  ]) func `a value becomes a name`(value: String, name: String) {
    #expect(CaseNames.names(of: [value]) == [name])
  }

  @Test func `values that would have one name get several, and the first one keeps it`() {
    #expect(CaseNames.names(of: ["C", "C++", "C#", "c"]) == ["c", "cPlusPlus", "cHash", "c2"])
  }

  @Test func `names that every enumeration has are not taken from it`() {
    #expect(CaseNames.names(of: ["Listed", "listed"]) == ["listed2", "listed3"])
  }

  @Test func `a value of the server's that is called unlisted keeps its name`() {
    let names = CaseNames.names(of: ["public", "unlisted", "unlistedValue"])
    #expect(names == ["public", "unlisted", "unlistedValue"])
    #expect(CaseNames.unlisted(beside: names) == "unlistedValue2")
    #expect(CaseNames.unlisted(beside: ["unlisted"]) == "unlistedValue")
    #expect(CaseNames.unlisted(beside: ["public"]) == "unlisted")
  }

  @Test func `where a value is called unlisted, another case is for those that are not listed`() throws {
    let text = try Snippets(
      """
      enums: { Sight: { values: [public, unlisted] } }
      entities: { Thing: { attributes: { id: Int, sight: Sight } } }
      """, access: .public
    ).enumerations
    #expect(text.contains("  case unlisted\n"))
    #expect(text.contains("  case unlistedValue(String)\n"))
    #expect(text.contains("    case \"unlisted\": self = .unlisted\n"))
    #expect(text.contains("    default: self = .unlistedValue(rawValue)\n"))
    #expect(
      text.contains(
        "  public static func unlisted(_ rawValue: String) -> Sight {\n    .unlistedValue(rawValue)\n  }\n"))
  }

  @Test func `a value with accents is recognised by its bytes`() throws {
    let snippets = try Snippets(
      "enums: { St: [caf\u{E9}, x] }\nentities: { T: { attributes: { id: Int, s: St } } }")
    #expect(
      snippets.enumerations.contains(
        "case \"caf\u{E9}\" where rawValue.utf8.elementsEqual(\"caf\u{E9}\".utf8): self = .caf\u{E9}"))
    #expect(snippets.enumerations.contains(#"case "x": self = .x"#))
  }
}
