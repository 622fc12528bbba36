import Foundation
import RowsmithSync
import Testing

/// An app can make what it receives, for its previews and the tests of its view models.
@Suite struct ResultValueTests {
  @Test func `the progress of a sync is made`() {
    let begun = SyncStep(phase: .settling)
    #expect(begun.entity == nil && begun.completed == 0 && begun.total == nil)
    let half = SyncStep(phase: .pulling, entity: "Note", completed: 5, total: 10)
    #expect(half.phase == .pulling && half.entity == "Note" && half.completed == 5 && half.total == 10)
  }

  @Test func `a report is made with its problems`() {
    var report = SyncReport()
    let error = SyncError(.refused, "too long")
    report.setAside = [.init(entity: "Note", id: "n1", error: error), .init(entity: "Tag", error: error)]
    #expect(report.setAside.map(\.entity) == ["Note", "Tag"])
    #expect(report.setAside.map(\.id) == ["n1", ""])
    #expect(report.setAside.map(\.error.entity) == ["Note", "Tag"])
    #expect(report.setAside.map(\.error.id) == ["n1", nil])
    #expect(report.setAside.map(\.error.message) == ["too long", "too long"])
  }

  @Test func `a conflict is made`() {
    let time = Date(timeIntervalSince1970: 1)
    let open = SyncConflict(
      id: 1, entity: "Note", key: .text("n1"), mine: .text("A"), theirs: .text("B"), time: time)
    #expect(open.isOpen && open.kind == .edit && open.member == nil && open.base == .null)
    #expect(open.id == 1 && open.entity == "Note" && open.key == .text("n1") && open.time == time)
    #expect(open.policy == "manual" && open.mine == .text("A") && open.theirs == .text("B"))
    let decided = SyncConflict(
      id: 2, entity: "Note", key: .text("n1"), member: "title", kind: .create, base: .text("O"),
      mine: .text("A"), theirs: .text("B"), policy: "serverWins", winner: .theirs, time: time)
    #expect(!decided.isOpen && decided.winner == .theirs && decided.policy == "serverWins")
    #expect(decided.member == "title" && decided.kind == .create && decided.base == .text("O"))
  }

  @Test func `a resolver is called with values`() throws {
    let resolver = ConflictResolver("Note", "title") { $0.isTheirsLater ? $0.theirs : $0.base }
    let values = ConflictingValues(
      entity: "Note", key: .text("n1"), member: "title", base: .text("O"), mine: .text("A"),
      theirs: .text("B"), isTheirsLater: true)
    #expect(values.entity == "Note" && values.key == .text("n1") && values.member == "title")
    #expect(values.mine == .text("A"))
    #expect(try resolver.resolve(values) == .text("B"))
    let unlike = ConflictingValues(
      entity: "Note", key: .text("n1"), member: "title", mine: .text("A"), theirs: .text("B"))
    #expect(try resolver.resolve(unlike) == nil)
  }

  @Test func `an unsent record is made`() {
    let made = UnsentRecord(entity: "Note", id: "n1", kind: .create)
    #expect(made.entity == "Note" && made.id == "n1" && made.kind == .create)
    #expect(made.changed == [] && made.state == .unsent)
    let changed = UnsentRecord(entity: "Note", id: "n1", kind: .change, changed: ["title"], state: .sending)
    #expect(changed.changed == ["title"] && changed.state == .sending)
  }
}
