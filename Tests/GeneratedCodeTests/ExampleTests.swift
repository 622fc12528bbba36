import Foundation
import GitHub
import Rowsmith
import Shop
import Testing

@Suite struct ExampleTests {
  @Test func `issues arrive with their states, authors and milestones`() throws {
    let database = try Database(GitHubModel())
    _ = try database.store.importJSON(Database.document("github-issues"), into: .entity("Issue"))
    let issues = try database.all(Issue.self)
    #expect(!issues.isEmpty)
    let users = Set(try database.all(User.self).map(\.id))
    #expect(issues.compactMap(\.user).allSatisfy { users.contains($0.key) })
    #expect(issues.allSatisfy { IssueState.listed.contains($0.state) })
    #expect(issues.allSatisfy { IssueState(rawValue: $0.state.rawValue) == $0.state })
  }

  @Test func `order lines know their order by a key of two parts`() throws {
    #expect(OrderLine.ID(order: 7, position: 2).storedValues.count == 2)
    #expect(OrderLine.ID.columnCount == 2)
    #expect(OrderLine(position: 2, quantity: 1, unitPrice: 1, order: 7, product: 5).id.order == 7)
  }
}
