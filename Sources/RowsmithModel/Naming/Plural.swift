/// English plurals, for paths such as `article_comments` of the entity `ArticleComment`.
package enum Plural {
  private static let unchanging: Set<String> = [
    "series", "species", "news", "equipment", "information", "rice", "money", "fish", "sheep", "deer",
    "aircraft", "jeans", "police", "media", "data", "metadata", "feedback",
  ]
  /// Words with plurals that are also used for one: they have no singular.
  private static let masses = ["medium": "media", "datum": "data"]
  /// Words in -o with a plural in -es.
  private static let heroes: Set<String> = ["hero", "potato", "tomato", "echo", "veto", "torpedo", "buffalo"]
  /// Words in -man with a plural in -mans.
  private static let humans: Set<String> = [
    "human", "german", "roman", "norman", "shaman", "talisman", "ottoman", "caiman",
  ]
  private static let irregular = Dictionary(
    Singular.irregular.map { ($0.value, $0.key) }, uniquingKeysWith: { min($0, $1) })

  /// The plural of a name: its last word changes, the others stay: `salesPeople` for `salesPerson`.
  package static func of(_ name: String) -> String {
    guard let last = Words.of(name).last else { return name }
    let (head, tail) = (name.dropLast(last.count), name.suffix(last.count))
    let plural = word(last)
    // The added letters keep the case of the word: `URLs`, `Comments`, `Categories`.
    let common = zip(plural, last).prefix { $0 == $1 }.count
    return String(head + tail.prefix(common) + plural.dropFirst(common))
  }

  private static func word(_ singular: String) -> String {
    if unchanging.contains(singular) { return singular }
    if let plural = irregular[singular] ?? masses[singular] { return plural }
    if singular.hasSuffix("man"), !humans.contains(singular) { return singular.dropLast(3) + "men" }
    if singular.hasSuffix("y"), let before = singular.dropLast().last, !"aeiou".contains(before) {
      return singular.dropLast() + "ies"
    }
    let hisses = ["s", "x", "z", "ch", "sh"].contains { singular.hasSuffix($0) }
    return singular + (hisses || heroes.contains(singular) ? "es" : "s")
  }
}
