import RowsmithSchema
import TestSupport
import Testing

@testable import Rowsmith

/// The text of a snippet and of highlights, to the character.
struct SearchSnippetTextTests {
  private func result(
    _ title: String, _ body: String? = nil, _ text: String, words: Int? = nil, tokenizer: String = "unicode61"
  ) throws -> SearchResult<Article> {
    let file = try SearchFile(
      SearchFile.yaml.replacing("[title, body]", with: "{ columns: [title, body], tokenizer: \(tokenizer) }"))
    try file.store.write { try $0.insert(Article(id: 1, title: title, body: body, year: nil)) }
    let search = Article.search(text)
    let request = words.map { search.withSnippets(words: $0) } ?? search.withSnippets()
    return try #require(try file.store.fetch(request).first)
  }

  @Test(
    "A snippet is cut to its number of words, with `…` on the side where text is missing",
    arguments: [
      (1, "…[drum]…"), (3, "…three four [drum]…"), (64, "one two three four [drum] six seven eight nine"),
    ])
  func cut(_ words: Int, _ expected: String) throws {
    let text = "one two three four drum six seven eight nine"
    let snippet = try #require(try result(text, nil, "drum", words: words).snippet)
    if words == 3 {
      #expect(snippet.text.split { !$0.isLetter }.count == 3)
      #expect(snippet.text.hasPrefix("…") && snippet.text.hasSuffix("…"))
      #expect(snippet.matches.map { snippet.text[$0] } == ["drum"])
    } else {
      #expect(snippet.marked("[", "]") == expected)
    }
  }

  @Test("A snippet is of the attribute that matches, and 16 words long unless something else is asked for")
  func attribute() throws {
    let long = (1...40).map { "w\($0)" }.joined(separator: " ")
    let found = try result("title", "drum " + long, "drum")
    #expect(found.snippet?.text.split(separator: " ").count == 16)
    #expect(found.snippet?.text.hasPrefix("drum w1 ") == true)
    #expect(found.highlight { $0.title }?.matches == [])
    #expect(found.highlight { $0.title }?.text == "title")
  }

  @Test(
    "Marks are around whole words: the found ones, whatever their case, their accents and their stem",
    arguments: [
      ("The Drum, the DRUM!", "drum", "unicode61", "The [Drum], the [DRUM]!"),
      ("Crème, cre\u{300}me", "creme", "unicode61", "[Crème], [cre\u{300}me]"),
      ("drumming drums", "drum", "porter", "[drumming] [drums]"),
      ("a tin drum, tin, drum", "\"tin drum\"", "unicode61", "a [tin drum], [tin, drum]"),
      ("drumstick drum", "dru*", "unicode61", "[drumstick] [drum]"),
      ("bandstand", "and", "trigram", "b[and]st[and]"),
      ("<b>drum</b> & 🥁", "drum", "unicode61", "<b>[drum]</b> & 🥁"),
      ("👨‍👩‍👧 drum", "drum", "unicode61", "👨‍👩‍👧 [drum]"),
      ("[drum]", "drum", "unicode61", "[[drum]]"),
    ])
  func marks(_ title: String, _ text: String, _ tokenizer: String, _ expected: String) throws {
    let marked = try #require(try result(title, nil, text, tokenizer: tokenizer).highlight { $0.title })
    #expect(marked.marked("[", "]") == expected)
    #expect(marked.text == title)
    for match in marked.matches { #expect(title[match] == marked.text[match]) }
  }

  @Test("An attribute without text, and one that is not searched, has no highlight")
  func none() throws {
    let found = try result("drum", nil, "drum")
    #expect(found.highlight { $0.body }?.text ?? "" == "")
    #expect(found.highlight { $0.year } == nil)
    #expect(found.record == Article(id: 1, title: "drum"))
    #expect(found.id == 1)
  }

  @Test("Where no word of three characters is in a search by `trigram`, there is neither rank nor mark")
  func withoutIndex() throws {
    let found = try result("tin drum", "x", "n d", tokenizer: "trigram")
    #expect(found.rank == 0)
    #expect(found.snippet == nil)
    #expect(found.highlight { $0.title } == nil)
    let mixed = try result("tin drum", "x", "n drum", tokenizer: "trigram")
    #expect(mixed.rank < 0)
    #expect(mixed.highlight { $0.title }?.marked("[", "]") == "tin [drum]")
    #expect(mixed.highlight { $0.body }?.marked("[", "]") == "x")
  }

  @Test("Two marked texts are the same with the same text and the same marks")
  func equality() {
    let signs = (String(MarkedText.opening), String(MarkedText.closing))
    let one = MarkedText("a \(signs.0)b\(signs.1) c")
    #expect(one == MarkedText("a \(signs.0)b\(signs.1) c"))
    #expect(one != MarkedText("a b \(signs.0)c\(signs.1)"))
    #expect(one.marked("", "") == "a b c")
    #expect(MarkedText("").marked("[", "]") == "")
    #expect(MarkedText("\(signs.0)b\(signs.1)\(signs.0)c\(signs.1)").marked("[", "]") == "[b][c]")
  }

  @Test("A text that contains the signs of a mark itself is shown, marked where words were found")
  func strayMarks() throws {
    let (opening, closing) = (String(MarkedText.opening), String(MarkedText.closing))
    for stray in ["a\(closing)b\(closing)c", "a\(opening)b\(opening)c", "a\(closing)b\(opening)c"] {
      let found = try result("\(stray) tin", nil, "tin")
      #expect(found.highlight { $0.title }?.marked("[", "]") == "abc [tin]")
      #expect(found.snippet?.marked("[", "]") == "abc [tin]")
    }
  }
}
