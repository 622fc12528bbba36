import Testing

/// The section `api`.
struct APIDiagnosticTests {
  @Test func `the address of a server is one of http or https without a query`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        api: { baseURL: api.example.com, headers: {} }
        entities: { Band: { attributes: { id: Int, name: String } } }
        """,
      """
      2:17: error: 'api.example.com' is not the address of a server; write one such as \
      https://api.example.com/v2, without '?' and '#'
      """)
  }

  @Test func `every fault of the section is reported`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        api:
          baseURL: https://example.com/?key=1
          host: example.com
          headers: { "Accept Language": en, Accept: a, accept: b, X: "é", Y: [1] }
          error: { message: error..text, code: [a] }
          batch: { limit: 0 }
        entities: { Band: { attributes: { id: Int, name: String } } }
        """,
      """
      3:12: error: 'https://example.com/?key=1' is not the address of a server; write one such as \
      https://api.example.com/v2, without '?' and '#'
      4:3: error: unknown key 'host' in 'api'; did you mean 'baseURL'?
      5:14: error: 'Accept Language' cannot name a header; use letters, digits and hyphens, \
      such as Accept-Language
      5:48: error: 'accept' is listed twice in 'headers'
      5:62: error: the header 'X' cannot be sent; its value must be ASCII on one line, without spaces around \
      it
      5:70: error: the header 'Y' must be a name, found a list
      6:21: error: the key path 'error..text' has an empty key; write keys with one dot between them, \
      and '\\.' for a dot in a key
      6:40: error: 'code' must be a name, found a list
      7:10: error: 'batch' has no 'path'; write path: batch
      7:19: error: 'limit' must be a whole number, 1 or more, found 0
      """)
  }

  @Test(arguments: [" en", "en ", "\\ten", "e\\nn", "\\u007F", "é"])
  func `the value of a header is ASCII on one line, without spaces around it`(value: String) {
    expectDiagnostics(
      of: """
        rowsmith: 1
        api: { baseURL: "https://example.com", headers: { A: "e n, *;q=0.5", B: "\(value)" } }
        entities: { Band: { attributes: { id: Int, name: String } } }
        """,
      """
      2:73: error: the header 'B' cannot be sent; its value must be ASCII on one line, without spaces around \
      it
      """)
  }

  @Test(arguments: [
    "example.com", "ftp://example.com", "https://", "https:///a", "https://example.com/#a", "//example.com",
    "https://exam ple.com", "https://example.com/%zz", "mailto:example.com",
  ])
  func `the base is the address of a server`(text: String) {
    expectDiagnostics(
      of: """
        rowsmith: 1
        api: { baseURL: "\(text)" }
        entities: { Band: { attributes: { id: Int, name: String } } }
        """,
      """
      2:17: error: '\(text)' is not the address of a server; write one such as https://api.example.com/v2, \
      without '?' and '#'
      """)
  }

  @Test func `a password in an address is not shown`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        api: { baseURL: "https://me:secret@example.com/?key=1" }
        entities: { Band: { attributes: { id: Int, name: String } } }
        routes:
          a: { get: "https://me:secret@example.com/bands", returns: "[Band]" }
        """,
      """
      2:17: error: 'https://me@example.com/?key=1' is not the address of a server; write one such as \
      https://api.example.com/v2, without '?' and '#'
      5:13: error: 'https://me@example.com/bands' is a complete URL; write only what follows the \
      'baseURL' of 'api'
      """)
  }

  @Test func `a batch goes to one path`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        api: { batch: { path: 'batches/:id' } }
        entities: { Band: { attributes: { id: Int, name: String } } }
        """,
      """
      2:23: error: the path of 'batch' cannot have a placeholder: nothing would fill ':id'
      """)
  }
}
