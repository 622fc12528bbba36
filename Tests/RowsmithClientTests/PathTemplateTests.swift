import RowsmithAPI
import Testing

@Suite("Path templates")
struct PathTemplateTests {
  @Test("Slashes in front and behind make no difference")
  func slashes() {
    #expect(PathTemplate("/enterprises/") == PathTemplate("enterprises"))
  }

  @Test("A placeholder ends at what is no part of a name, or at a backslash")
  func placeholders() {
    #expect(PathTemplate("products/:id/reviews").placeholders == ["id"])
    #expect(PathTemplate("categories/:itemID\\.json").placeholders == ["itemID"])
    #expect(PathTemplate("a/:product.id/:from-:to").placeholders == ["product.id", "from", "to"])
  }

  @Test(
    "The text of a template reads as the same template",
    arguments: [
      "enterprises/:itemID", "categories/:itemID\\.json", "a/:product.id", "x/:a\\:b/c\\\\d", "",
    ])
  func roundTrip(_ text: String) {
    #expect(PathTemplate("\(PathTemplate(text))") == PathTemplate(text))
  }
}
