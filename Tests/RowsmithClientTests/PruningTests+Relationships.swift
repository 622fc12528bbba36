import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

extension PruningTests {
  /// The comments of the first article, page by page.
  private func comments(_ pages: Paging) throws -> Client {
    try client {
      $0.path = PathTemplate("articles/:id/comments")
      $0.returns = .relationship(entity: "Article", name: "comments")
      $0.policy = nil
      $0.pages = pages
      $0.isCached = true
    }
  }

  private func linked(_ client: Client) throws -> [String] {
    try client.store.lines("SELECT id FROM Comment WHERE article = 1 ORDER BY id")
  }

  private func json(_ ids: [Int]) -> String {
    "[" + ids.map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
  }

  @Test("A relationship's own policy takes nothing that is behind a page shorter than the first one")
  func relationshipBehindShortPage() async throws {
    for (page, ids) in [("", [11, 12]), ("&page=2", [13]), ("&page=3", [14, 15]), ("&page=4", [])] {
      server.stub("GET", "articles/1/comments?per_page=2" + page, json: json(ids))
    }
    let client = try comments(.page(parameter: "page", size: "per_page"))
    let _: Answer<Comment> = try await client.call(
      RouteCall("articles", path: ["id": .integer(1)], query: ["per_page": .integer(2)]))
    #expect(try linked(client) == ["11", "12", "13", "14", "15"])
  }

  @Test("Nor what is on a page that has not changed, where another has")
  func relationshipOnUnchangedPage() async throws {
    func stub(_ path: String, _ ids: [Int], next: String?) {
      let (body, tag) = (json(ids), "\"\(ids)\"")
      server.stub("GET", path) { request in
        var headers: HTTPHeaders = ["ETag": tag]
        if let next { headers["Link"] = "<\(next)>; rel=next" }
        return request.headers["If-None-Match"] == tag
          ? StubAnswer(status: 304, json: "", headers: headers)
          : StubAnswer(json: body, headers: headers)
      }
    }
    stub("articles/1/comments", [11, 12], next: "?b")
    stub("articles/1/comments?b", [13, 14], next: nil)
    let client = try comments(.link)
    let call = RouteCall("articles", path: ["id": .integer(1)])
    let _: Answer<Comment> = try await client.call(call)
    #expect(try linked(client) == ["11", "12", "13", "14"])
    stub("articles/1/comments?b", [14], next: nil)
    let _: Answer<Comment> = try await client.call(call)
    #expect(try linked(client) == ["11", "12", "14"])
  }
}
