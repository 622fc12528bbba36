import Foundation
import RowsmithSchema
import TestSupport
import Testing

@Suite struct URLTextTests {
  @Test(arguments: [
    "http://example.com/katamari.jpg", "https://user:pw@example.com:8080/a/b;c?d=e&f=g#h",
    "mailto:a@example.com",
    "/images/1.png", "images/1.png", "?q=1", "#top", "http://[::1]:80/", "urn:isbn:0451450523",
    "http://example.com/a%20b",
    "file:///tmp/a", "http://example.com/a:b", "./a:b", "data:text/plain,hello", "https://example.com/ü",
    "https://müller.example/",
    "http://example.com?x=a/b?c", "http://example.com:", "//example.com/a",
  ])
  func `URLs are accepted`(text: String) {
    #expect(withBytes(text, URLText.isValid))
    #expect(URL(string: text) != nil)
  }

  @Test(arguments: [
    "", " ", "http://example.com/a b", "http://example.com/\"", "http://example.com/<a>",
    "http://example.com/%2",
    "http://example.com/%zz", "%", "http://example.com/[a]", "http://exa[mple.com", "http://[::1",
    "http://[::1]a/", "http://[]/", "http://[1:2:3:4:5:6:7:8:9:10]/", "http://[1]/", "http://[1.2.3.4]/",
    "http://a:b/", "http://a:99999/", "http://:80/", "http://a@b@c/", "1a:b", ":a", "a b:c", "a%20b:c",
    "http://example.com/\n",
    "http://example.com/{id}", "http://example.com/a|b", "http://example.com/a\\b", "http://example.com/^",
    "http://example.com/`",
    "#a#b", "http://u@/", "ü:a", "http://example.com/\u{7F}", "http://example.com/?filter[a]=1",
  ])
  func `what is no URL is refused`(text: String) { #expect(!withBytes(text, URLText.isValid)) }

  @Test func `every URL accepted is one to Foundation, which keeps its text`() {
    var generator = SeededGenerator()
    let pieces = [
      "http", "https", ":", "/", "//", "?", "#", "@", "[", "]", "[::1]", "%20", "%", "%00", "%5B", "a", "b.c",
      "example.com", "1", "80", ".",
      "..", "-", "+", "&", "=", "!", "$", "'", "(", ")", "*", ",", ";", "_", "~", " ", "ü", "a:", "::",
      "%C3%BC", "xn--", "日本",
    ]
    var accepted = 0
    for _ in 0..<60_000 {
      let count = Int.random(in: 1...7, using: &generator)
      let text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard withBytes(text, URLText.isValid) else { continue }
      accepted += 1
      let url = URL(string: text)
      #expect(url != nil, "\(text)")
      if text.utf8.allSatisfy({ $0 < 0x80 }) { #expect(url?.relativeString == text) }
    }
    #expect(accepted > 5000)
  }
}
