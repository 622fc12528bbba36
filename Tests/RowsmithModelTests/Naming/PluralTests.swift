import Testing

@testable import RowsmithModel

/// Plurals, for paths such as `article_comments`.
struct PluralTests {
  @Test(arguments: [
    ("product", "products"), ("category", "categories"), ("key", "keys"), ("day", "days"), ("box", "boxes"),
    ("class", "classes"), ("church", "churches"), ("dish", "dishes"), ("waltz", "waltzes"),
    ("hero", "heroes"), ("photo", "photos"), ("person", "people"), ("child", "children"), ("ox", "oxen"),
    ("mouse", "mice"), ("index", "indices"), ("bus", "buses"), ("quiz", "quizzes"), ("leaf", "leaves"),
    ("cache", "caches"), ("y", "ys"), ("campus", "campuses"), ("canvas", "canvases"), ("bias", "biases"),
    ("census", "censuses"), ("octopus", "octopi"), ("calorie", "calories"), ("house", "houses"),
  ])
  func `a singular has its plural, and is its plural's singular`(singular: String, plural: String) {
    #expect(Plural.of(singular) == plural)
    if singular.count > 1 { #expect(Singular.of(plural) == singular) }
  }

  @Test(arguments: [
    ("man", "men"), ("woman", "women"), ("fireman", "firemen"), ("human", "humans"), ("german", "germans"),
    ("shaman", "shamans"), ("talisman", "talismans"),
  ])
  func `a man becomes men, but not everything in -man`(singular: String, plural: String) {
    #expect(Plural.of(singular) == plural)
    #expect(Singular.of(plural) == singular)
  }

  @Test(arguments: [
    "series", "species", "news", "equipment", "data", "media", "metadata", "sheep", "jeans", "police", "",
  ])
  func `some words have no other plural`(word: String) {
    #expect(Plural.of(word) == word)
    #expect(Singular.of(word) == word)
  }

  @Test(arguments: [("medium", "media"), ("datum", "data"), ("socialMedium", "socialMedia")])
  func `a plural may be used for one, too`(singular: String, plural: String) {
    #expect(Plural.of(singular) == plural)
    #expect(Singular.of(plural) == plural)
  }

  @Test(arguments: [
    ("productReview", "productReviews"), ("salesPerson", "salesPeople"), ("Person", "People"),
    ("imageURL", "imageURLs"), ("userID", "userIDs"), ("Category", "Categories"), ("Mouse", "Mice"),
    ("order_line", "order_lines"), ("newsSeries", "newsSeries"),
  ])
  func `only the last word changes, and keeps its case`(singular: String, plural: String) {
    #expect(Plural.of(singular) == plural)
  }
}
