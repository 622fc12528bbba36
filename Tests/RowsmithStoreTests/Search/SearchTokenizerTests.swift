import RowsmithSchema
import Testing

@testable import Rowsmith

/// What makes words of text, by tokenizer.
struct SearchTokenizerTests {
  /// The titles that are found; each is indexed under the tokenizer.
  private func found(_ tokenizer: String, _ titles: [String], _ text: String) throws -> [String] {
    let file = try SearchFile(
      SearchFile.yaml.replacing("[title, body]", with: "{ columns: [title, body], tokenizer: \(tokenizer) }"))
    try file.store.write { db in
      for (id, title) in titles.enumerated() {
        try db.execute(sql: "INSERT INTO Article (id, title) VALUES (?, ?)", id, title)
      }
    }
    return try file.store.fetch(Article.search(text).order { $0.id }).map(\.title)
  }

  @Test(
    "Letters and digits make words, and everything else separates them",
    arguments: [
      ("r2d2", ["R2-D2", "R2D2"], ["R2D2"]), ("3.14", ["3,14", "314", "3 and 14"], ["3,14"]),
      ("o'brien", ["O’Brien", "OBrien"], ["O’Brien"]),
      ("snake_case", ["snake case", "snakecase"], ["snake case"]),
      ("tin\u{A0}drum", ["a drum of tin"], ["a drum of tin"]),
      ("tin\u{3000}drum", ["drum, tin"], ["drum, tin"]),
      ("東京", ["東京都", "東京 都"], ["東京 都"]), ("東京*", ["東京都", "京都"], ["東京都"]),
      ("straße", ["STRASSE", "Straße", "STRAßE"], ["Straße", "STRAßE"]), ("١٢", ["١٢", "12"], ["١٢"]),
      ("♥ tin", ["tin", "♥", "iron"], ["tin"]),
    ])
  func unicode(_ text: String, _ titles: [String], _ expected: [String]) throws {
    #expect(try found("unicode61", titles, text) == expected)
  }

  @Test(
    "Case and accents do not matter, in the text that is searched and in that which is typed",
    arguments: ["CRÈME", "creme", "Cre\u{300}me", "crém*", "\"crème BRULEE\"", "bru\u{302}l*"])
  func accents(_ text: String) throws {
    let titles = ["Crème brûlée", "Cre\u{300}me bru\u{302}le\u{301}e", "creme brulee"]
    for tokenizer in ["unicode61", "porter"] {
      #expect(try found(tokenizer, titles, text) == titles, "\(tokenizer)")
    }
  }

  @Test(
    "English words with one stem match each other with `porter`, and only there",
    arguments: [
      ("drumming", ["drum", "drums", "drummed", "drumstick"], ["drum", "drums", "drummed"]),
      ("\"tin drums\"", ["tin drumming", "drumming tin"], ["tin drumming"]),
      ("connections", ["connected", "CONNECT", "disconnect"], ["connected", "CONNECT"]),
    ])
  func porter(_ text: String, _ titles: [String], _ expected: [String]) throws {
    #expect(try found("porter", titles, text) == expected)
    #expect(try found("unicode61", titles, text) == [])
  }

  @Test("The beginning of a word is cut to its stem with `porter`, too")
  func stemPrefix() throws {
    #expect(try found("porter", ["drum", "drumstick"], "drums*") == ["drum", "drumstick"])
    #expect(try found("unicode61", ["drum", "drumstick"], "drums*") == ["drumstick"])
    #expect(try found("porter", ["drumming"], "drummi*") == [])
    #expect(try found("unicode61", ["drumming"], "drummi*") == ["drumming"])
  }

  @Test(
    "With `trigram` a word is any part of the text, whatever its characters; accents count, case does not",
    arguments: [
      ("RUM", ["Drum", "dr um"], ["Drum"]), ("京都タ", ["東京都タワー", "京都"], ["東京都タワー"]),
      ("都", ["東京都タワー"], ["東京都タワー"]),
      ("créme", ["Créme", "Creme"], ["Créme"]), ("é", ["É", "e"], ["É"]),
      ("ος", ["ΟΔΟΣ", "οδος", "οδο"], ["ΟΔΟΣ", "οδος"]), ("οδος", ["ΟΔΟΣ", "οδος"], ["ΟΔΟΣ", "οδος"]),
      ("creme", ["Créme", "Creme"], ["Creme"]),
      ("c++", ["C++ and C", "C"], ["C++ and C"]), ("++", ["C++", "C+"], ["C++"]),
      ("---", ["a --- b", "a - b"], ["a --- b"]),
      ("-", ["a-b", "ab"], ["a-b"]), ("a.b", ["xa.by", "a b"], ["xa.by"]), ("%", ["100%", "100"], ["100%"]),
      ("\"n d\"", ["tin drum", "tindrum"], ["tin drum"]), ("\"n  d\"", ["tin drum"], []),
      ("in rum", ["tin drum", "drum"], ["tin drum"]), ("drum* t", ["tin drum", "Drum"], ["tin drum"]),
      ("d*m", ["drum", "d*m"], ["d*m"]),
    ])
  func trigram(_ text: String, _ titles: [String], _ expected: [String]) throws {
    #expect(try found("trigram", titles, text) == expected)
  }

  @Test("However many words a text has, of however few characters, it is no error")
  func manyWords() throws {
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    let words = (0..<1500).map { "\(letters[$0 % 26])\($0 / 26 % 10)" }
    let titles = ["tin", Set(words).sorted().joined(separator: " ")]
    for tokenizer in ["trigram", "unicode61"] {
      #expect(try found(tokenizer, titles, words.joined(separator: " ")) == [titles[1]], "\(tokenizer)")
    }
    let codes: Range<UInt32> = 0x4E00..<0x4E00 + 1500
    let signs = codes.compactMap { UnicodeScalar($0) }.map { String(Character($0)) }
    let text = signs.joined(separator: " ")
    #expect(try found("trigram", ["tin", text], text) == [text])
  }

  @Test(
    "A text without a word finds nothing with `trigram`, too",
    arguments: ["", " ", "\n", "\"\"", "\0", "\u{A0}"])
  func empty(_ text: String) throws {
    #expect(try found("trigram", ["tin", " ", ""], text) == [])
  }

  @Test(
    "Characters of a script, of which several make one sign, are found one by one with `trigram`",
    arguments: [("e", ["e\u{301}"]), ("\u{301}", ["e\u{301}"]), ("น", ["น้ำ"])])
  func signs(_ text: String, _ titles: [String]) throws {
    #expect(try found("trigram", titles, text) == titles)
  }
}
