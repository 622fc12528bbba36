import Testing

@testable import RowsmithModel

/// From Swift names to JSON keys and back.
struct CasingTests {
  @Test(arguments: [
    ("bodyText", "body_text", "bodyText", "BodyText", "body-text"),
    ("imageURL", "image_url", "imageUrl", "ImageUrl", "image-url"),
    ("line2Text", "line2_text", "line2Text", "Line2Text", "line2-text"),
    ("HTMLBody", "html_body", "htmlBody", "HtmlBody", "html-body"),
    ("address2A", "address2_a", "address2A", "Address2A", "address2-a"),
    ("id", "id", "id", "Id", "id"),
    ("_id", "_id", "_id", "_Id", "_id"),
    (
      "snake_case_attribute", "snake_case_attribute", "snakeCaseAttribute", "SnakeCaseAttribute",
      "snake-case-attribute"
    ),
  ])
  func `a name has a key in every casing`(
    name: String, snake: String, camel: String, pascal: String, kebab: String
  ) {
    #expect(Casing.snakeCase.key(for: name) == snake)
    #expect(Casing.camelCase.key(for: name) == camel)
    #expect(Casing.pascalCase.key(for: name) == pascal)
    #expect(Casing.kebabCase.key(for: name) == kebab)
    #expect(Casing.exact.key(for: name) == name)
  }

  @Test func `the exact name is the second spelling, where it differs`() {
    #expect(Casing.snakeCase.keys(for: "imageURL") == ["image_url", "imageURL"])
    #expect(Casing.snakeCase.keys(for: "name") == ["name"])
    #expect(Casing.camelCase.keys(for: "imageURL") == ["imageUrl", "imageURL"])
    #expect(Casing.exact.keys(for: "imageURL") == ["imageURL"])
  }

  @Test func `a foreign key is the name and a word`() {
    #expect(Casing.snakeCase.keys(for: "leadSinger", adding: "id") == ["lead_singer_id"])
    #expect(Casing.kebabCase.keys(for: "leadSinger", adding: "ids") == ["lead-singer-ids"])
    #expect(Casing.camelCase.keys(for: "leadSinger", adding: "id") == ["leadSingerId", "leadSingerID"])
    #expect(Casing.pascalCase.keys(for: "leadSinger", adding: "ids") == ["LeadSingerIds", "LeadSingerIDs"])
    #expect(
      Casing.exact.keys(for: "leadSinger", adding: "ids")
        == ["leadSingerIds", "leadSingerIDs", "leadSinger_ids"])
  }

  @Test(arguments: [
    ("image_url", "imageURL"), ("body_text", "bodyText"), ("line2_text", "line2Text"), ("id", "id"),
    ("url_id", "urlID"), ("image_url_id", "imageURLId"), ("user_ids", "userIDs"), ("html_body", "htmlBody"),
    ("kebab-key", "kebabKey"), ("_id", "_id"), ("+1", "+1"),
  ])
  func `a key has a name in Swift`(key: String, name: String) {
    #expect(SwiftNames.property(forKey: key) == name)
  }

  @Test func `every key of words comes back from its Swift name`() {
    // Words of one letter are left out: no reader can tell where `xYZ` is to be split.
    let words = [
      "image", "url", "id", "ids", "line2", "text", "html", "api", "x86", "body", "uuid", "address", "is",
    ]
    for first in words {
      for second in words {
        for third in words {
          let key = "\(first)_\(second)_\(third)"
          let name = SwiftNames.property(forKey: key)
          #expect(Casing.snakeCase.key(for: name) == key, "by way of \(name)")
          let kebab = Casing.kebabCase.key(for: name)
          #expect(SwiftNames.property(forKey: kebab) == name)
        }
      }
    }
  }

  @Test(arguments: Casing.allCases)
  func `a key in a casing is its own key in that casing`(casing: Casing) {
    for name in ["bodyText", "imageURL", "line2Text", "address2A", "HTMLBody", "userIDs", "name"] {
      let key = casing.key(for: name)
      #expect(casing.key(for: key) == key)
    }
  }

  @Test(arguments: [
    ("Bands", "Bands"), ("my-shop", "MyShop"), ("github_issues", "GithubIssues"),
    ("2024 shop", "Model2024Shop"),
    ("…", "Model"), ("", "Model"), ("größe", "Größe"), ("a.b", "AB"),
  ])
  func `a file names a module`(file: String, module: String) {
    #expect(SwiftNames.type(for: file) == module)
  }

  @Test(arguments: [
    ("Band", "band"), ("BandMember", "bandMember"), ("URLItem", "urlItem"), ("URL", "url"), ("band", "band"),
    ("X", "x"), ("AThing", "aThing"), ("URL2Item", "url2Item"), ("A1", "a1"),
  ])
  func `an instance is named after its entity`(entity: String, instance: String) {
    #expect(SwiftNames.instance(of: entity) == instance)
  }
}
