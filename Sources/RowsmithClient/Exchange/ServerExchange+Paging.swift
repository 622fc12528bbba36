import Foundation
import Rowsmith
package import RowsmithAPI
package import RowsmithSchema

extension ServerExchange {
  /// Finds the URL of the next page, as the route says.
  ///
  /// - Parameters:
  ///   - start: the URL of the first page.
  ///   - url: the URL of the page received last.
  ///   - firstCount: how many records the first page had; `nil` if they were not counted.
  /// - Returns: the URL, `nil` after the last page; and the number of records in the page, if they had to be counted.
  /// - Throws: ``ClientError`` if the page lacks what the route's paging needs, or names a page at another server.
  package func next(
    after answer: Answer, of route: Route, _ schema: Schema, start: RouteURL, url: String, firstCount: Int?
  ) throws -> (url: String?, count: Int?) {
    var received = Received(head: AnswerHead(status: answer.status, headers: answer.headers), url: url)
    received.source = answer.body.isEmpty ? nil : .data(Data(answer.body))
    let next = try PageTurner(route: route, start: start, schema: schema, firstCount: firstCount).next(
      after: received, url: url)
    if let url = next.url, !URLReference.haveSameOrigin(baseURL, url) {
      throw ClientError(
        .answer, "the next page is at another server, '\(RouteURL.shown(url))', which is not followed")
    }
    return (next.url, next.count)
  }
}
