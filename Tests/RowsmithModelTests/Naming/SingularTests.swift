import Testing

@testable import RowsmithModel

/// Singulars, for keys such as `product_ids`.
struct SingularTests {
  @Test(arguments: [
    ("products", "product"), ("categories", "category"), ("boxes", "box"), ("addresses", "address"),
    ("classes", "class"), ("churches", "church"), ("dishes", "dish"), ("statuses", "status"),
    ("people", "person"), ("children", "child"), ("men", "man"), ("women", "woman"), ("firemen", "fireman"),
    ("mice", "mouse"), ("geese", "goose"), ("feet", "foot"), ("teeth", "tooth"), ("leaves", "leaf"),
    ("heroes", "hero"), ("movies", "movie"), ("keys", "key"), ("houses", "house"), ("images", "image"),
    ("indices", "index"), ("analyses", "analysis"), ("valves", "valve"), ("quizzes", "quiz"),
    ("caches", "cache"),
    ("buzzes", "buzz"), ("waltzes", "waltz"), ("sizes", "size"), ("dies", "die"), ("vies", "vie"),
    ("foes", "foe"), ("potatoes", "potato"), ("campuses", "campus"), ("octopuses", "octopus"),
    ("causes", "cause"), ("selfies", "selfie"),
  ])
  func `a plural has its singular`(plural: String, singular: String) {
    #expect(Singular.of(plural) == singular)
  }

  @Test(arguments: [
    "series", "species", "news", "equipment", "class", "status", "data", "staff", "omen", "jeans", "campus",
    "sms", "gps", "dns", "tls", "os", "GPS", "phoneOS", "unread_sms",
    "s",
    "",
  ])
  func `what is no plural stays`(word: String) {
    #expect(Singular.of(word) == word)
  }

  @Test(arguments: [
    ("productReviews", "productReview"), ("salesPeople", "salesPerson"),
    ("parentCategories", "parentCategory"),
    ("imageURLs", "imageURL"), ("order_lines", "order_line"), ("TestEntityOnes", "TestEntityOne"),
    ("newsSeries", "newsSeries"), ("Children", "Child"), ("menus", "menu"), ("pdfs", "pdf"), ("VMs", "VM"),
  ])
  func `only the last word changes, and keeps its case`(plural: String, singular: String) {
    #expect(Singular.of(plural) == singular)
  }
}
