import Bands
import Foundation
import GitHub
import Rowsmith
import Shop
import Testing

/// What text holds, against the same asked of an array in Swift.
struct TextConditionTests {
  private static let texts = [
    "", "%", "_", "100%", "a_b", "axb", "it's", "say \"no\"", "Straße", "STRASSE", "Ärger", "ärger", "日本",
    "日本語",
    "naïve", "NAÏVE", "*", "a*b", "Roxy", "roxy music", "MUSIC", "💥 boom", "tab\there", "back\\slash",
    "İstanbul", "a\0b",
  ]
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    try store.write { db in
      for text in Self.texts { try db.insert(Band(name: text, formed: 1, otherNames: text)) }
      try db.insert(Band(name: "nothing", formed: 1, otherNames: nil))
    }
  }

  private func names(_ query: Query<Band>) throws -> Set<String> {
    Set(try store.fetch(query.values { $0.name }))
  }

  @Test(arguments: texts + ["a", "a\0", "\0b", "b", "x", "s", "ss", "M", "'", "\"", "é"])
  func `the text asked for is plain text`(text: String) throws {
    func expect(_ query: Query<Band>, _ condition: (String) -> Bool) throws {
      #expect(try names(query) == Set(Self.texts.filter(condition)), "\(text)")
    }
    try expect(Band.filter { $0.otherNames.contains(text) }) { text.isEmpty || $0.contains(text) }
    try expect(Band.filter { $0.otherNames.hasPrefix(text) }) { $0.hasPrefix(text) }
    try expect(Band.filter { $0.otherNames.hasSuffix(text) }) { $0.hasSuffix(text) }
    try expect(Band.filter { $0.otherNames.equals(text) }) { $0 == text }
    let low = text.lowercased()
    try expect(Band.filter { $0.otherNames.contains(text, ignoringCase: true) }) {
      text.isEmpty || $0.lowercased().contains(low)
    }
    try expect(Band.filter { $0.otherNames.hasPrefix(text, ignoringCase: true) }) {
      $0.lowercased().hasPrefix(low)
    }
    try expect(Band.filter { $0.otherNames.hasSuffix(text, ignoringCase: true) }) {
      $0.lowercased().hasSuffix(low)
    }
    try expect(Band.filter { $0.otherNames.equals(text, ignoringCase: true) }) { $0.lowercased() == low }
  }

  @Test
  func `a sigma at the end of a word is the small letter of the same capital`() throws {
    let words: Set<String> = ["ΟΔΟΣ", "οδος"]
    try store.write { db in
      for word in words { try db.insert(Band(name: word, formed: 1, otherNames: word)) }
    }
    for text in ["ΟΔΟΣ", "οδος", "οδοσ", "Οδος"] {
      func expect(_ query: Query<Band>) throws { #expect(try names(query) == words, "\(text)") }
      try expect(Band.filter { $0.otherNames.equals(text, ignoringCase: true) })
      try expect(Band.filter { $0.otherNames.contains(text, ignoringCase: true) })
      try expect(Band.filter { $0.otherNames.hasPrefix(text, ignoringCase: true) })
    }
    #expect(try names(Band.filter { $0.otherNames.hasSuffix("ΟΣ", ignoringCase: true) }) == words)
    #expect(try names(Band.filter { $0.otherNames.hasSuffix("ος", ignoringCase: true) }) == words)
    #expect(try names(Band.filter { $0.otherNames.equals("οδος") }) == ["οδος"])
    #expect(try names(Band.filter { $0.otherNames.contains("οδοσ") }) == [])
  }

  @Test
  func `an empty column has no text, and meets the opposite`() throws {
    let query = Band.filter { $0.name == "nothing" }
    #expect(try !store.fetch(query.filter { $0.otherNames.contains("") }.exists()))
    #expect(try !store.fetch(query.filter { $0.otherNames.equals("", ignoringCase: true) }.exists()))
    #expect(try store.fetch(query.filter { !$0.otherNames.hasPrefix("a") }.exists()))
    #expect(try store.fetch(query.filter { !$0.otherNames.hasSuffix("a", ignoringCase: true) }.exists()))
  }

  @Test
  func `URLs and enumerations are asked by their text`() throws {
    let shop = try ExampleStore.shop()
    let images = try shop.fetch(Shop.Image.all)
    #expect(
      try shop.fetch(Shop.Image.filter { $0.url.hasPrefix("https://") }.count())
        == images.count { $0.url.absoluteString.hasPrefix("https://") })
    let products = try shop.fetch(Product.all)
    #expect(
      try shop.fetch(Product.filter { $0.availability.contains("STOCK", ignoringCase: true) }.count())
        == products.count { $0.availability.rawValue.contains("stock") })
  }
}
