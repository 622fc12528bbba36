import Foundation
import Rowsmith
package import RowsmithAPI
package import RowsmithSchema

extension ServerExchange {
  /// Where the page behind one that has come is, as the route says.
  ///
  /// - Parameters:
  ///   - start: the URL of the first page.
  ///   - url: that of the page that has come.
  ///   - firstCount: how many records the first page had; nil where nobody looked.
  /// - Returns: the URL, nil where that was the last page; and how many records the page has, where it had to be looked into.
  /// - Throws: ``ClientError`` where the page does not say what the route expects of it.
  package func next(
    after answer: Answer, of route: Route, _ schema: Schema, start: RouteURL, url: String, firstCount: Int?
  ) throws -> (url: String?, count: Int?) {
    var received = Received(head: AnswerHead(status: answer.status, headers: answer.headers), url: url)
    received.source = answer.body.isEmpty ? nil : .data(Data(answer.body))
    return try PageTurner(route: route, start: start, schema: schema, firstCount: firstCount).next(
      after: received, url: url)
  }
}
