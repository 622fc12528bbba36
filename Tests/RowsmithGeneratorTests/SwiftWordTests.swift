import Testing

@testable import RowsmithGenerator

/// Where words of Swift need backticks, and what names become.
@Suite struct SwiftWordTests {
  @Test(arguments: [
    // A word, as a declaration, behind a dot, as a label in a declaration, and as one in a call.
    ("name", "name", "name", "name", "name"), ("class", "`class`", "class", "class", "class"),
    ("Any", "`Any`", "Any", "Any", "Any"), ("Self", "`Self`", "Self", "Self", "Self"),
    ("Type", "`Type`", "`Type`", "Type", "Type"),
    ("Protocol", "`Protocol`", "`Protocol`", "Protocol", "Protocol"),
    ("init", "`init`", "`init`", "init", "init"), ("self", "`self`", "`self`", "self", "self"),
    ("inout", "`inout`", "inout", "`inout`", "`inout`"), ("let", "`let`", "let", "`let`", "let"),
    ("var", "`var`", "var", "`var`", "var"), ("_", "`_`", "`_`", "`_`", "`_`"),
    ("await", "`await`", "await", "await", "await"),
    ("nonisolated", "`nonisolated`", "nonisolated", "nonisolated", "nonisolated"),
    ("nil", "`nil`", "nil", "nil", "nil"), ("where", "`where`", "where", "where", "where"),
    ("a b", "`a b`", "`a b`", "`a b`", "`a b`"), ("1st", "`1st`", "`1st`", "`1st`", "`1st`"),
    ("_id", "_id", "_id", "_id", "_id"), ("été", "été", "été", "été", "été"),
    ("actor", "actor", "actor", "actor", "actor"), ("async", "async", "async", "async", "async"),
    ("some", "some", "some", "some", "some"), ("get", "get", "get", "get", "get"),
  ])
  func `a word has backticks only where Swift needs them`(
    word: String, declared: String, member: String, label: String, argument: String
  ) {
    #expect(SwiftName.identifier(word) == declared)
    #expect(SwiftName.member(word) == member)
    #expect(SwiftName.label(word) == label)
    #expect(SwiftName.argument(word) == argument)
  }

  @Test(
    arguments: [
      ("name", [], "name"), ("name", ["name"], "self.name"), ("name", ["other"], "name"),
      ("class", [], "self.class"),
      ("init", [], "self.`init`"), ("self", [], "self.`self`"), ("a b", [], "self.`a b`"),
    ] as [(String, Set<String>, String)])
  func `a property is assigned through self where something hides it`(
    property: String, parameters: Set<String>, target: String
  ) {
    #expect(SwiftName.target(property, hiddenBy: parameters) == target)
  }

  @Test(arguments: [("name", "name"), ("class", "`class`"), ("self", "self.`self`"), ("Type", "`Type`")])
  func `a property is read by its name`(property: String, value: String) {
    #expect(SwiftName.value(of: property) == value)
  }

  @Test(arguments: [
    ("a", true), ("_", true), ("_1", true), ("a1", true), ("1a", false), ("", false), ("a-b", false),
    ("a b", false),
    ("größe", true), ("日本", true), ("é\u{301}", true), ("\u{301}a", false), ("a.b", false), ("🙂", false),
  ])
  func `an identifier starts with a letter or an underscore`(name: String, isPlain: Bool) {
    #expect(SwiftName.isPlain(name) == isPlain)
  }

  @Test(arguments: [
    ("album", "Album"), ("Album", "Album"), ("é", "É"), ("ß", "SS"), ("", ""), ("1a", "1a"), ("iOS", "IOS"),
  ])
  func `a name begins a type with a capital`(name: String, type: String) {
    #expect(SwiftName.upperFirst(name) == type)
  }

  @Test(arguments: [
    ("HTTPServer", "httpServer"), ("ID", "id"), ("IDs", "iDs"), ("ÉTAT", "état"), ("A1", "a1"),
    ("AB1", "aB1"),
    ("iOS", "iOS"),
  ])
  func `of several capitals the last one begins the next word`(type: String, variable: String) {
    #expect(SwiftName.lowerFirst(type) == variable)
  }

  @Test(arguments: [
    ("subject", "Subject"), ("Subject", "Subject"), ("key", "KeyLink"), ("columns", "ColumnsLink"),
    ("iD", "IDLink"),
    ("family", "FamilyLink"), ("kind", "KindLink"), ("type", "TypeLink"), ("protocol", "ProtocolLink"),
    ("self", "SelfLink"), ("any", "AnyLink"), ("keys", "Keys"),
  ])
  func `the type of a choice has another name where a record or Swift has that name`(
    relationship: String, type: String
  ) {
    #expect(TypeNames.ofChoice(relationship) == type)
  }

  @Test(
    arguments: [
      ("", nil), ("-", nil), ("_", nil), ("!?", nil), ("a", "a"), ("A", "a"), ("NOT_PLANNED", "notPlanned"),
      ("X-Y-Z", "xYZ"), ("PR merged", "prMerged"), ("a1b2", "a1b2"), ("1", "_1"), ("+1", "plus1"),
      ("-1", "minus1"),
      ("+a", "a"), ("--1", "_1"), ("1-2", "_12"), ("a\u{203F}b", "aB"), ("Ça va", "çaVa"), ("  a  ", "a"),
      ("❤\u{FE0F}", nil), ("1\u{FE0F}\u{20E3}", "_1"), ("a\u{200C}b", "aB"),
    ] as [(String, String?)])
  func `words become a name in camel case`(text: String, name: String?) {
    #expect(CamelCase.name(of: text) == name)
  }

  @Test(arguments: [
    (" ", "space"), ("!", "bang"), ("\"", "quote"), ("#", "hash"), ("$", "dollar"), ("%", "percent"),
    ("&", "and"),
    ("'", "apostrophe"), ("(", "open"), (")", "close"), ("*", "star"), ("+", "plus"), (",", "comma"),
    ("-", "minus"), (".", "dot"), ("/", "slash"), (":", "colon"), (";", "semicolon"), ("<", "less"),
    ("=", "equals"), (">", "greater"), ("?", "question"), ("@", "at"), ("[", "openBracket"),
    ("\\", "backslash"),
    ("]", "closeBracket"), ("^", "caret"), ("_", "underscore"), ("`", "backtick"), ("{", "openBrace"),
    ("|", "pipe"), ("}", "closeBrace"), ("~", "tilde"), ("\t", "tab"), ("\n", "newline"), ("€", "euro"),
    ("£", "pound"), ("°", "degree"), ("§", "ua7"), ("", "empty"), ("❤\u{FE0F}", "u2764Ufe0f"),
  ])
  func `punctuation has a name of its own`(text: String, name: String) {
    #expect(CamelCase.verboseName(of: text) == name)
  }

  @Test(arguments: [
    (["<", "<=", ">", ">="], ["less", "lessEquals", "greater", "greaterEquals"]),
    (["a", "A", "a-"], ["a", "a2", "aMinus"]), (["", " ", "  "], ["empty", "space", "spaceSpace"]),
    (["x", "x", "x"], ["x", "x2", "x3"]), (["a2", "a", "A"], ["a2", "a", "a3"]),
    (["+1", "1", "-1"], ["plus1", "_1", "minus1"]), ([], []),
    (["❤\u{FE0F}", "☀\u{FE0F}", "❤"], ["u2764Ufe0f", "u2600Ufe0f", "u2764"]),
  ])
  func `values get different names, the first one of a name keeping it`(values: [String], names: [String]) {
    #expect(CaseNames.names(of: values) == names)
  }

  @Test(arguments: [
    ("Band", "Band"), ("actor", "actor"), ("class", "`class`"), ("any", "`any`"), ("some", "`some`"),
    ("each", "`each`"), ("sending", "`sending`"), ("get", "`get`"), ("willSet", "`willSet`"),
    ("async", "`async`"),
  ])
  func `a type has backticks where Swift expects another type behind the word, or an accessor`(
    name: String, type: String
  ) { #expect(SwiftName.type(name) == type) }

  @Test(arguments: [("get", "self.get"), ("set", "self.set"), ("open", "open"), ("read", "read")])
  func `a getter does not begin with an accessor's word`(property: String, value: String) {
    #expect(SwiftName.value(of: property) == value)
  }
}
