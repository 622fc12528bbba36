import RowsmithSchema
import Testing

@testable import RowsmithModel

/// The syntax of key paths.
struct ImportNameTests {
  @Test(arguments: [
    ("name", ["name"]), ("image.url", ["image", "url"]), ("images.0.url", ["images", "0", "url"]),
    (#"odd\.key"#, ["odd.key"]), (#"a\.b.c\.d"#, ["a.b", "c.d"]), (#"back\slash"#, [#"back\slash"#]),
    ("reactions.+1", ["reactions", "+1"]), ("$ref", ["$ref"]), ("sp ace", ["sp ace"]), (#"\."#, ["."]),
  ])
  func `dots separate keys`(text: String, keys: [String]) throws {
    #expect(try ImportName.path(text) == .keys(keys))
  }

  @Test func `three names are places`() throws {
    #expect(try ImportName.path("$key") == .mapKey)
    #expect(try ImportName.path("$index") == .index)
    #expect(try ImportName.path("$value") == .value)
  }

  @Test(arguments: ["a..b", ".a", "a.", ".", ""])
  func `no key is empty`(text: String) {
    #expect { try ImportName.keys(text) } throws: { error in
      if case ImportName.Problem.emptyKey = error { true } else { false }
    }
  }

  @Test(arguments: ["a.$key", "$index.a", "a.$value.b"])
  func `places stand alone`(text: String) {
    #expect { try ImportName.keys(text) } throws: { error in
      if case ImportName.Problem.placeInside = error { true } else { false }
    }
  }

  @Test func `a path is written as it is read`() throws {
    for text in ["image.url", #"odd\.key.x"#, "$key", "a"] {
      #expect(try ImportName.path(text).description == text)
    }
  }
}
