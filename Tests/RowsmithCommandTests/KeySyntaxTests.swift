import Testing

@testable import RowsmithCommand

/// Keys and key paths in arguments, and back.
struct KeySyntaxTests {
  @Test(arguments: [
    ("a", ["a"]), ("a.b", ["a", "b"]), (#"a\.b"#, ["a.b"]), (#"a\\.b"#, [#"a\"#, "b"]),
    (#"a\\\.b"#, [#"a\.b"#]),
    (#"a\b"#, [#"a\b"#]), (#"a\"#, [#"a\"#]), (#"\\"#, [#"\"#]), ("a b.c,d", ["a b", "c,d"]),
    ("$.a", ["$", "a"]),
    ("é\u{301}.ü", ["é\u{301}", "ü"]), ("a.\u{301}b", ["a", "\u{301}b"]),
    ("a\\.\u{301}b", ["a.\u{301}b"]),
  ])
  func `a dot separates keys, and a backslash makes it part of one`(text: String, keys: [String]) throws {
    #expect(try KeySyntax.path(text, after: "at") == keys)
    #expect(try KeySyntax.path(KeySyntax.text(of: keys), after: "at") == keys)
  }

  @Test(arguments: ["", ".", "a.", ".a", "a..b"])
  func `an empty key is none`(text: String) {
    let error = #expect(throws: UsageError.self) { try KeySyntax.path(text, after: "at") }
    #expect(error?.message == "expected a key path such as 'store.products' after --at, found '\(text)'")
  }

  @Test(arguments: [
    ("a,b", 1, ["a,b"]), (#"a\,b"#, 1, [#"a\,b"#]), ("", 1, [""]), ("a,b", 2, ["a", "b"]),
    (#"a\,b,c"#, 2, ["a,b", "c"]),
    (#"a\\,b"#, 2, [#"a\"#, "b"]), (#"a\b,c"#, 2, [#"a\b"#, "c"]), ("a,", 2, ["a", ""]),
    ("a.b,c", 2, ["a.b", "c"]),
    ("a,b,c", 2, ["a", "b", "c"]), ("a", 2, ["a"]), ("a,\u{301}b", 2, ["a", "\u{301}b"]),
  ])
  func `a comma separates the parts of a key, if it has several`(text: String, count: Int, parts: [String]) {
    #expect(KeySyntax.key(text, parts: count) == parts)
  }

  @Test func `a separator is one before a combining mark, too`() throws {
    let parsed = try #require(try ArgumentParser(.check).parse(["m", "--format=\u{301}=x"]))
    #expect(parsed.values["format"] == ["\u{301}=x"])
    let parent = try ParentSyntax("Band:\u{301}a.b.\u{301}c")
    #expect(parent.entity == "Band" && parent.key == "\u{301}a.b" && parent.relationship == "\u{301}c")
  }
}
