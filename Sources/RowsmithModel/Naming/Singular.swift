/// English singulars, for keys such as `product_ids` of the relationship `products`.
package enum Singular {
  /// Irregular plurals, with their singulars.
  static let irregular: [String: String] = [
    "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse",
    "geese": "goose",
    "feet": "foot", "teeth": "tooth", "oxen": "ox", "dice": "die", "criteria": "criterion",
    "phenomena": "phenomenon", "indices": "index", "vertices": "vertex", "matrices": "matrix",
    "movies": "movie", "cookies": "cookie", "zombies": "zombie", "ties": "tie", "pies": "pie", "lies": "lie",
    "shoes": "shoe", "toes": "toe", "caches": "cache", "niches": "niche", "aches": "ache", "axes": "axis",
    "analyses": "analysis", "bases": "base", "crises": "crisis", "theses": "thesis", "quizzes": "quiz",
    "leaves": "leaf", "halves": "half", "shelves": "shelf", "wolves": "wolf", "calves": "calf",
    "loaves": "loaf",
    "thieves": "thief", "knives": "knife", "wives": "wife", "lives": "life", "elves": "elf", "selves": "self",
    "buses": "bus", "statuses": "status", "bonuses": "bonus", "viruses": "virus", "aliases": "alias",
    "gases": "gas", "lenses": "lens", "atlases": "atlas", "menus": "menu", "biases": "bias",
    "canvases": "canvas",
    "campuses": "campus", "censuses": "census", "choruses": "chorus", "circuses": "circus",
    "focuses": "focus",
    "octopuses": "octopus", "octopi": "octopus", "surpluses": "surplus", "walruses": "walrus",
    "calories": "calorie", "hoodies": "hoodie", "rookies": "rookie", "selfies": "selfie",
    "smoothies": "smoothie",
  ]
  private static let unchanging: Set<String> = [
    "series", "species", "news", "equipment", "information", "rice", "money", "fish", "sheep", "deer",
    "aircraft", "jeans", "police",
    "media", "data", "metadata", "feedback", "status", "bus", "gas", "lens", "bonus", "virus", "alias",
    "atlas",
    "analysis", "crisis", "thesis", "basis", "axis", "campus", "canvas", "focus", "menu", "this", "bias",
    "census", "chorus", "circus", "octopus", "surplus", "walrus",
    // Acronyms. That there is no vowel proves nothing: `pdfs` and `vms` are plurals.
    "sms", "mms", "gps", "dns", "tls", "aws", "ios", "os",
  ]

  /// The singular of a name: its last word changes, the others stay: `salesPerson` for `salesPeople`.
  ///
  /// A word that is not a plural, or an irregular plural that is not listed, stays unchanged; a model then needs `ForeignKey`.
  package static func of(_ name: String) -> String {
    guard let last = Words.of(name).last else { return name }
    let head = name.dropLast(last.count)
    let tail = name.suffix(last.count)
    let singular = word(last)
    guard singular != last else { return name }
    // Keeps the case of the word: all of `IDs` but its last letter, the first letter of `People`.
    if singular.count < tail.count, last.hasPrefix(singular) {
      return String(head + tail.prefix(singular.count))
    }
    return head + (tail.first?.isUppercase == true ? singular.capitalisedFirst : singular)
  }

  private static func word(_ plural: String) -> String {
    if unchanging.contains(plural) { return plural }
    if let singular = irregular[plural] { return singular }
    for ending in ["men"] where plural.hasSuffix(ending) && plural.count > 4 {
      return plural.dropLast(3) + "man"
    }
    if plural.hasSuffix("ies"), plural.count > 4 { return plural.dropLast(3) + "y" }
    for ending in ["sses", "xes", "ches", "shes", "zzes", "tzes"] where plural.hasSuffix(ending) {
      return String(plural.dropLast(2))
    }
    if plural.hasSuffix("oes"), plural.count > 4 { return String(plural.dropLast(2)) }
    if plural.hasSuffix("s"), !plural.hasSuffix("ss"), plural.count > 1 { return String(plural.dropLast()) }
    return plural
  }
}
