/// Sections `api` and `routes` for which the parser and the editor's schema must give the same verdict.
enum RouteFixtures {
  private static func api(_ text: String) -> String { "rowsmith: 1\napi: \(text)" }

  private static func route(_ text: String) -> String { "rowsmith: 1\nroutes: { a: \(text) }" }

  /// A route with more than its method.
  private static func get(_ text: String) -> String { route("{ get: a, \(text) }") }

  static let good: [String] =
    [
      "{ baseURL: https://example.com }", "{ baseURL: 'http://127.0.0.1:8080/v2/' }",
      "{ baseURL: 'http://[::1]:8080' }",
      "{ headers: {} }", "{ headers: { Accept-Language: en, X-Version: 2, X-Flag: true } }",
      "{ error: { message: error.description, code: error.code } }", "{ error: {} }",
      "{ error: { message: 'a\\.b' } }", "{ batch: { path: batch } }", "{ batch: { path: /a/b, limit: 1 } }",
    ].map(api)
    + [
      "{ get: a }", "{ get|put: 'a/:id' }", "{ post | delete: 'a/:id/b' }", "{ head: / }", "{ patch: 1 }",
      "{ get: 'a/:id\\.json' }", "{ get: 'a%20b' }", "{ get: \"a/:b.c/d\" }", "{ put: \"a/(b),c;d=1/@e:1\" }",
    ].map(route)
    + [
      "query: [page, since, 'filter[a]']", "query: { page: Int, since: Date, by: Person }",
      "arguments: { id: Int, 'a.b': \" String \" }", "sends: A, under: a", "returns: A", "returns: [A]",
      "returns: \"[ A ]\"", "returns: A.b", "returns: all", "at: a.b", "at: 'a\\.b'", "deletes: A",
      "policy: Merge", "policy: MergeAndPrune", "policy: Replace", "pages: link",
      "pages: { parameter: page }",
      "pages: { parameter: page, size: per_page }", "pages: { offset: start }",
      "pages: { offset: start, size: limit }", "pages: { cursor: meta.next }",
      "pages: { cursor: next, parameter: after }", "pages: { after: id, parameter: after_id }",
      "incremental: { parameter: since, from: a }", "incremental: { parameter: since, from: a, overlap: 0 }",
      "list: true", "cache: false", "maxAge: 0", "maxAge: 86400", "offline: queue", "doc: ''",
    ].map(get)

  static let bad: [String] =
    [
      "", "[]", "https://example.com", "{ baseURL: example.com }", "{ baseURL: ftp://example.com }",
      "{ baseURL: 'https://' }", "{ baseURL: 'https://a?b' }", "{ baseURL: 'https://a#b' }", "{ baseURL: }",
      "{ baseURL: [https://a] }", "{ url: https://a }", "{ headers: [a] }", "{ headers: { 'a b': c } }",
      "{ headers: { a: } }", "{ headers: { a: 'b ' } }", "{ headers: { a: \"b\\nc\" } }",
      "{ headers: { a: é } }",
      "{ headers: { '': a } }", "{ error: a }", "{ error: { message: a..b } }", "{ error: { text: a } }",
      "{ error: { code: $key } }", "{ batch: a }", "{ batch: {} }", "{ batch: { path: a, limit: 0 } }",
      "{ batch: { path: a, limit: ten } }", "{ batch: { path: 'a b' } }", "{ batch: { path: a, size: 1 } }",
    ].map(api)
    + [
      "", "[]", "a", "{}", "{ returns: A }", "{ get: }", "{ get: [a] }", "{ GET: a }", "{ fetch: a }",
      "{ get|fetch: a }", "{ get|: a }", "{ get: 'a?b=c' }", "{ get: 'a b' }", "{ get: 'a/{id}' }",
      "{ get: https://example.com/a }", "{ get: 'a%2' }", "{ get: 'ä' }", "{ get: 'a#b' }",
    ].map(route)
    + [
      "query: page", "query: []", "query: {}", "query: [a, a]", "query: { a: [Int] }", "query: { a: }",
      "query: { a: Int? }", "query: { a: '[Int]' }", "arguments: [id]", "arguments: {}", "arguments: id",
      "arguments: { id: Int? }", "sends: [A]", "sends:", "under: [a]", "returns: {A}", "returns: [A, B]",
      "returns: A?", "returns:", "returns: \"[A]?\"", "at: a..b", "at: []", "at: $key", "deletes: []",
      "policy: merge", "policy: [Merge]", "pages: header", "pages: [link]", "pages: {}", "pages: { size: a }",
      "pages: { after: id }", "pages: { cursor: a, after: b, parameter: c }",
      "pages: { offset: a, cursor: b }",
      "pages: { offset: a, parameter: b }", "pages: { cursor: a, size: b }",
      "pages: { after: id, parameter: a, size: b }", "pages: { page: a }", "pages: { parameter: [a] }",
      "pages: { cursor: a..b }", "incremental: since", "incremental: {}", "incremental: { parameter: a }",
      "incremental: { from: a }", "incremental: { parameter: a, from: b, overlap: -1 }",
      "incremental: { parameter: a, from: b, overlap: 1.5 }", "incremental: { parameter: [a], from: b }",
      "list: yes", "list: 1", "cache: 60", "maxAge: -1", "maxAge: 1.5", "maxAge: '60'", "maxAge:",
      "offline: true", "offline: Queue", "doc: 1", "Query: [a]", "return: A",
    ].map(get)
}
