import Foundation
import Testing

/// What a to-one relationship to one of several entities becomes.
@Suite struct ChoiceTests {
  private func snippets(_ name: String, _ targets: [String] = ["Issue", "Pull"], _ options: String = "")
    throws
    -> Snippets
  {
    let entities = targets.map { "  \($0): { attributes: { id: Int } }\n" }.joined()
    return try Snippets(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Comment:
          attributes: { id: Int, text: String }
          relationships: { \(name): { oneOf: [\(targets.joined(separator: ", "))]\(options) } }

      """ + entities)
  }

  @Test func `an enumeration in the record has a case for each entity, and one for each record`() throws {
    #expect(
      try snippets("subject").declaration("nonisolated enum Subject") == """
        nonisolated enum Subject: ReferenceChoice, ReadRequest {
          case issue(Reference<Issue>)
          case pull(Reference<Pull>)

          /// A record that `subject` leads to.
          nonisolated enum Target: Sendable, Hashable {
            case issue(Issue)
            case pull(Pull)
          }

          /// The types of the records, in the order of the columns.
          static var targets: [any Record.Type] { [Issue.self, Pull.self] }

          /// The index of the type, and the key.
          var link: (target: Int, key: any RecordKey) {
            switch self {
            case .issue(let reference): (0, reference.key)
            case .pull(let reference): (1, reference.key)
            }
          }

          /// Reads a link.
          init?(target: Int, row: Row, at index: Int) throws(RowDecodingError) {
            switch target {
            case 0: self = .issue(try row.reference(at: index))
            case 1: self = .pull(try row.reference(at: index))
            default: return nil
            }
          }

          /// The record as what the link leads to.
          static func target(_ record: any Record) -> Target? {
            switch record {
            case let record as Issue: .issue(record)
            case let record as Pull: .pull(record)
            default: nil
            }
          }

          /// Reads the record; nil where it has not arrived.
          func fetch(_ db: ReadTransaction) throws -> Target? {
            switch self {
            case .issue(let reference): try reference.fetch(db).map { .issue($0) }
            case .pull(let reference): try reference.fetch(db).map { .pull($0) }
            }
          }

          /// `true`: the request runs one statement.
          var isOneStatement: Bool { true }
        }
        """)
  }

  @Test func `the property is optional without 'required', and its column names those of its parts`() throws {
    let optional = try snippets("subject")
    #expect(optional.records.contains("  var subject: Comment.Subject?\n"))
    #expect(optional.records.contains("    subject: Comment.Subject? = nil\n"))
    #expect(
      try optional.declaration("static var subject") == """
        static var subject: ChoiceColumn<Comment, Comment.Subject> {
          ChoiceColumn("subjectIssue", "subjectPull")
        }
        """)
    let required = try snippets("subject", ["Issue", "Pull"], ", required: true")
    #expect(required.records.contains("  var subject: Comment.Subject\n"))
    #expect(required.records.contains("    subject: Comment.Subject\n"))
  }

  @Test(arguments: [
    ("reference", "Reference", "case issue(Rowsmith.Reference<Issue>)"),
    ("record", "Record", "static var targets: [any Rowsmith.Record.Type] { [Issue.self, Pull.self] }"),
    ("string", "String", "static var entityName: Swift.String { \"Comment\" }"),
    ("int", "Int", "var link: (target: Swift.Int, key: any RecordKey) {"),
    ("bool", "Bool", "static func == (one: Comment, other: Comment) -> Swift.Bool {"),
    ("row", "Row", "init(row: Rowsmith.Row) throws(RowDecodingError) {"),
    ("hasher", "Hasher", "func hash(into hasher: inout Swift.Hasher) {"),
  ])
  func `its type may have the name of a type that generated code uses, which is spelled with its module`(
    name: String, type: String, line: String
  ) throws {
    let snippets = try snippets(name)
    #expect(snippets.records.contains("  var \(name): Comment.\(type)?\n"))
    #expect(snippets.records.contains(line))
  }

  @Test(arguments: [
    ("key", "KeyLink"), ("columns", "ColumnsLink"), ("kind", "KindLink"), ("family", "FamilyLink"),
    ("type", "TypeLink"), ("any", "AnyLink"), ("protocol", "ProtocolLink"), ("target", "Target"),
  ])
  func `where records have a type of that name, or Swift a word, its type ends in 'Link'`(
    name: String, type: String
  ) throws {
    let snippets = try snippets(name)
    #expect(snippets.records.contains(": Comment.\(type)?\n"))
    #expect(snippets.records.contains("  nonisolated enum \(type): ReferenceChoice, ReadRequest {\n"))
  }

  @Test func `an entity called like the type, or like that of its records, is spelled with its module`()
    throws
  {
    let target = try snippets("subject", ["Issue", "Target"])
    #expect(target.records.contains("    case target(Reference<Shop.Target>)\n"))
    #expect(target.records.contains("      case target(Shop.Target)\n"))
    #expect(target.records.contains("      case let record as Shop.Target: .target(record)\n"))
    let subject = try snippets("subject", ["Issue", "Subject"])
    #expect(subject.records.contains("    case subject(Reference<Shop.Subject>)\n"))
    let plain = try Snippets(
      "entities: { Target: { attributes: { id: Int } }, Shot: { attributes: { id: Int, of: Int } } }")
    #expect(!plain.records.contains("Shop.Target"))
  }

  @Test
  func `an entity that extends another has the property, whose type stays with the one that declares it`()
    throws
  {
    let snippets = try Snippets(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Comment:
          attributes: { id: Int }
          relationships: { subject: { oneOf: [Issue, Pull] } }
        Review: { extends: Comment, attributes: { stars: Int } }
        Issue: { attributes: { id: Int } }
        Pull: { attributes: { id: Int } }
      """)
    let review = try snippets.declaration("nonisolated struct Review")
    #expect(review.contains("  var subject: Comment.Subject?\n"))
    #expect(!review.contains("enum Subject"))
    #expect(snippets.records.contains("ChoiceColumn<Review, Comment.Subject>"))
  }

  @Test func `the entities of a link stand once in the schema, however many they are`() throws {
    let entities = (0..<40).map { "  E\($0): { attributes: { id: Int } }" }.joined(separator: "\n")
    let list = (0..<40).map { "E\($0)" }.joined(separator: ", ")
    let snippets = try Snippets(
      "entities:\n\(entities)\n  Z: { attributes: { id: Int }, relationships: "
        + "{ subject: { oneOf: [\(list)], Discriminator: type, MergePolicy: Merge } } }")
    #expect(snippets.schema.components(separatedBy: #"DiscriminatorValue("E7", "E7")"#).count == 2)
    #expect(snippets.schema.contains("oneOf: zEntityChoice1"))
  }
}
