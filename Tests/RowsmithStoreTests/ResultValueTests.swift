import Foundation
import Rowsmith
import Testing

/// An app can make what it receives, for its previews and the tests of its view models.
struct ResultValueTests {
  @Test func `a search result is made with its texts`() {
    let title = "The Tin Drum"
    let marked = MarkedText(text: title, matches: title.ranges(of: "Tin"))
    let article = Article(id: 1, title: title)
    let result = SearchResult(record: article, rank: -1.5, snippet: marked, highlights: ["title": marked])
    #expect(result.record == article && result.rank == -1.5)
    #expect(result.snippet?.marked("<", ">") == "The <Tin> Drum")
    #expect(result.highlight { $0.title } == marked)
    #expect(result.highlight { $0.body } == nil)
    let plain = SearchResult(record: article)
    #expect(plain.rank == 0 && plain.snippet == nil)
    #expect(plain.highlight { $0.title } == nil)
    #expect(MarkedText(text: title).matches == [])
  }

  @Test func `the progress of an import is made`() {
    let begun = ImportProgress()
    #expect(begun.bytes == 0 && begun.totalBytes == nil && begun.records == 0)
    let half = ImportProgress(bytes: 5, totalBytes: 10, records: 2)
    #expect(half.bytes == 5 && half.totalBytes == 10 && half.records == 2)
  }

  @Test func `the report of a migration is made with its findings`() {
    let loss = MigrationPlan.Finding(subject: "Band.hiatus", count: 12, text: "12 values")
    let plan = MigrationPlan(steps: ["drops 'Band.hiatus'"], losses: [loss])
    let report = MigrationReport(plan: plan, rebuiltRows: ["Band": 3], seconds: 0.5)
    #expect(report.plan.description == "drops 'Band.hiatus'\nloses Band.hiatus: 12 values")
    #expect(report.plan.losses.map(\.count) == [12])
    #expect(report.rebuiltRows == ["Band": 3] && report.seconds == 0.5)
    let empty = MigrationReport()
    #expect(empty.plan.isEmpty && empty.rebuiltRows.isEmpty && empty.seconds == 0)
  }

  @Test func `a history is made with its changes`() throws {
    let date = Date(timeIntervalSince1970: 1)
    let change = HistoryChange(entity: "Band", key: [.integer(1)], kind: .updated, date: date)
    #expect(change.entity == "Band" && change.key == [.integer(1)] && change.kind == .updated)
    #expect(change.origin == .local && change.date == date)
    let history = ChangeHistory(changes: [change], next: try #require(HistoryToken("a-7")))
    #expect(history.changes == [change] && history.next.description == "a-7")
    #expect(ChangeHistory(next: history.next).changes == [])
  }

  @Test func `a group and a row of SQL are made`() throws {
    let group = Grouping(key: "Sub Pop", value: 3)
    #expect(group.key == "Sub Pop" && group.value == 3)
    let row = ResultRow(["label": .text("Sub Pop"), "count": .integer(3)])
    #expect(row.columns == ["label", "count"])
    #expect(row.values == [.text("Sub Pop"), .integer(3)])
    let count: Int = try row.value("count")
    #expect(count == 3)
  }
}
