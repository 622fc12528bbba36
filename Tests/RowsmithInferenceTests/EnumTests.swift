import RowsmithInference
import Testing

/// Words that come again and again.
@Suite struct EnumTests {
  /// As many values, one of these words after the other.
  private func draft(_ words: [String], _ count: Int, named name: String) throws -> ModelDraft {
    try ModelDraft.of(values: (0..<count).map { "\"\(words[$0 % words.count])\"" }, named: name)
  }

  private static func words(_ count: Int) -> [String] { (0..<count).map { "word\($0)" } }

  @Test(arguments: [
    // A name that says it needs eight records, and three for each word.
    ("status", 2, 8, true), ("status", 2, 7, false), ("status", 5, 15, true), ("status", 5, 14, false),
    // Any other needs forty, and eight for each word.
    ("flavour", 2, 40, true), ("flavour", 2, 39, false), ("flavour", 6, 48, true),
    ("flavour", 6, 47, false),
    // Sixteen words are the most; one is none.
    ("status", 16, 200, true), ("status", 17, 200, false), ("status", 1, 200, false),
    // The last word of a name, also as a plural.
    ("payment_status", 2, 8, true), ("paymentStatus", 2, 8, true), ("statuses", 2, 8, true),
    ("status_text", 2, 8, false),
  ])
  func `few words in many more records are an enum`(name: String, words: Int, count: Int, isEnum: Bool) throws
  {
    let draft = try draft(Self.words(words), count, named: name)
    #expect(draft.enums.map(\.values) == (isEnum ? [Self.words(words)] : []))
    #expect((draft.entities[0].attributes[1].type == "String") != isEnum)
  }

  @Test(
    arguments: [
      (["on", "off"], true), (["v1.0", "a/b", "x:y", "p-q", "r_s"], true), (["in progress", "done"], true),
      // Two spaces, a digit in front, letters beyond ASCII, other signs, no text, no letter.
      (["not in progress", "done"], false), (["1st", "done"], false), (["größe", "done"], false),
      (["a+b", "done"], false), (["", "done"], false), (["-", "done"], false),
      // The longest word.
      ([String(repeating: "a", count: 32), "done"], true),
      ([String(repeating: "a", count: 33), "done"], false),
      // Two that are one case in Swift.
      (["Done", "done"], false), (["in-progress", "in progress"], false),
    ] as [([String], Bool)])
  func `a word is a few letters and digits, and no other in another spelling`(words: [String], isEnum: Bool)
    throws
  {
    #expect(try draft(words, 40, named: "status").enums.map(\.values) == (isEnum ? [words] : []))
  }

  @Test(arguments: [
    (3, ["once"], true), (2, ["once"], false), (3, ["once", "only"], false), (6, ["once", "only"], true),
  ])
  func `where more than a quarter of the words came once, they are no list`(
    usual: Int, rare: [String], isEnum: Bool
  ) throws {
    let values = (0..<60).map { "\"word\($0 % usual)\"" } + rare.map { "\"\($0)\"" }
    let enums = try ModelDraft.of(values: values, named: "status").enums
    #expect(enums.map(\.values) == (isEnum ? [Self.words(usual) + rare] : []))
  }

  @Test func `an enum has the values in the order first seen, and a comment how many there were`() throws {
    let draft = try draft(["shut", "open", "ajar"], 1500, named: "currency")
    #expect(draft.yaml().contains("\nenums:\n  Currency: [shut, open, ajar]\n"))
    #expect(draft.line("Thing", "currency") == "currency: Currency  # 3 values in 1 500")
  }

  @Test(arguments: [
    ("status", "ThingStatus"), ("type", "ThingType"), ("kind", "ThingKind"), ("role", "ThingRole"),
    ("level", "ThingLevel"), ("mode", "ThingMode"), ("visibility", "Visibility"), ("category", "Category"),
  ])
  func `a name that many things have says whose it is`(name: String, type: String) throws {
    #expect(try draft(["on", "off"], 8, named: name).enums.map(\.name) == [type])
  }

  @Test func `null among words makes an enum optional`() throws {
    let values = (0..<24).map { $0 % 3 == 0 ? "null" : $0 % 3 == 1 ? #""on""# : #""off""# }
    #expect(try ModelDraft.type(of: values, named: "phase") == "Phase?  # 2 values in 16; null in 33 %")
  }

  @Test func `lists of words are lists of an enum`() throws {
    let values = (0..<20).map { $0 % 2 == 0 ? #"["read", "write"]"# : #"["read"]"# }
    let draft = try ModelDraft.of(values: values, named: "scopes")
    #expect(draft.enums.map(\.values) == [["read", "write"]])
    #expect(draft.line("Thing", "scopes") == "scopes: [Scope]  # 2 values in 30")
  }

  /// Orders and parcels, with words of their own each.
  private func shared(_ name: String, _ one: [String], _ other: [String]) throws -> ModelDraft {
    func list(_ prefix: String, _ words: [String]) -> String {
      (0..<24).map {
        #"{"id": "\#(prefix)\#($0)", "\#(prefix)_size": \#($0), "\#(name)": "\#(words[$0 % words.count])"}"#
      }.joined(separator: ",")
    }
    return try .of(#"{"orders": [\#(list("order", one))], "parcels": [\#(list("parcel", other))]}"#)
  }

  @Test func `members of one name with mostly the same words share an enum, which has all of them`() throws {
    let draft = try shared("phase", ["new", "sent", "done"], ["sent", "done", "lost"])
    #expect(draft.enums.map(\.values) == [["new", "sent", "done", "lost"]])
    #expect(draft.entities.map { $0.attributes[2].type } == ["Phase", "Phase"])
  }

  @Test func `words of which most are others make an enum of their own`() throws {
    let draft = try shared("phase", ["new", "sent", "done"], ["sent", "lost", "torn"])
    #expect(draft.enums.map(\.values) == [["new", "sent", "done"], ["sent", "lost", "torn"]])
    #expect(draft.enums.map(\.name) == ["Phase", "ParcelPhase"])
  }

  @Test func `a part of a primary key is no enum, however few words it has`() throws {
    let rows = (0..<48).map {
      #"{"model": "\#($0 % 2 == 0 ? "blog" : "note")", "pk": \#($0 / 2), "size": \#($0)}"#
    }
    let draft = try ModelDraft.of("[\(rows.joined(separator: ","))]")
    #expect(draft.entities[0].primaryKey == ["model", "pk"])
    #expect(draft.entities[0].attributes[0].type == "String")
    #expect(draft.enums.isEmpty)
  }
}
