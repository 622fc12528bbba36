import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

extension PagingTests {
  @Test(
    "A last page that comes for every number behind it is the last also where the number is in it",
    arguments: [Paging.page(parameter: "at", size: nil), .offset(parameter: "at", size: nil)])
  func repeatedWithNumber(_ paging: Paging) async throws {
    let count = Counter()
    server.stub("GET", "articles") { _ in
      let number = count.next() + 1
      // Without an end, the test would have none.
      let ids = number == 1 ? [1, 2] : number < 9 ? [3, 4] : []
      return StubAnswer(json: #"{"page":\#(number),"items":\#(News.json(ids)),"took":\#(number * 7)}"#)
    }
    let answer = try await client(paging) { $0.at = ["items"] }.articles()
    #expect(server.count() == 3)
    #expect(answer.pageCount == 2)
    #expect(try await answer.records().map(\.id) == [1, 2, 3, 4])
  }

  @Test("Pages of which the records differ are several, whatever is around them")
  func differentRecords() async throws {
    for (page, ids) in [("", [1]), ("?page=2", [2]), ("?page=3", [3]), ("?page=4", [])] {
      server.stub("GET", "articles" + page, json: #"{"items":\#(News.json(ids)),"total":3}"#)
    }
    try await client(.page(parameter: "page", size: nil)) { $0.at = ["items"] }.articles()
    #expect(server.count() == 4)
  }

  @Test("Pages of records whose key is their position are several, also where the records are the same")
  func positions() async throws {
    let source = """
      rowsmith: 1
      entities:
        Reading: { PrimaryKey: place, attributes: { place: { type: Int, ImportName: $index }, level: Int } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Readings.yml", text: source)], name: "Readings")
    let store = try Store(.memory, schema: try #require(model.schema))
    for (page, levels) in [("", #"{"level":7}"#), ("?page=2", #"{"level":7}"#), ("?page=3", "")] {
      server.stub("GET", "readings" + page, json: #"{"items":[\#(levels)],"page":"\#(page)"}"#)
    }
    var route = News.route("readings", .get, "readings")
    route.returns = .records("Reading")
    route.at = ["items"]
    route.pages = .page(parameter: "page", size: nil)
    let client = try News.client([route], store: store, transport: server)
    try await client.plain(RouteCall("readings"))
    #expect(try store.lines("SELECT place, level FROM Reading ORDER BY place") == ["0|7", "1|7"])
  }
}
