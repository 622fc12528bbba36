import Rowsmith
import RowsmithAPI
import RowsmithClient
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
}
