import Testing

@testable import RowsmithModel

/// Where words begin.
struct WordsTests {
  @Test(arguments: [
    ("name", ["name"]),
    ("bodyText", ["body", "text"]),
    ("imageURL", ["image", "url"]),
    ("imageURLs", ["image", "urls"]),
    ("URLImage", ["url", "image"]),
    ("HTMLBody", ["html", "body"]),
    ("line2Text", ["line2", "text"]),
    ("address2A", ["address2", "a"]),
    ("x86Arch", ["x86", "arch"]),
    ("isATeam", ["is", "a", "team"]),
    ("userIDs", ["user", "ids"]),
    ("IDs", ["ids"]),
    ("iOSVersion", ["i", "os", "version"]),
    ("body_text", ["body", "text"]),
    ("body-text", ["body", "text"]),
    ("BODY_TEXT", ["body", "text"]),
    ("_id", ["id"]),
    ("größeÄndern", ["größe", "ändern"]),
    ("名前", ["名前"]),
    ("", []),
  ])
  func `a name is split where a reader would`(name: String, words: [String]) {
    #expect(Words.of(name) == words)
  }
}
