import Foundation
import Testing

@testable import Rowsmith

/// What a history says to those who await it.
struct HistoryAwaitedTests {
  @Test func `changes, the token and trimming can be awaited`() async throws {
    let file = try HistoryFile()
    let store = file.store
    let start = try await store.historyToken()
    try await store.importJSON(.string(#"[{"name":"A"},{"name":"B"}]"#), into: .entity("Band"))
    let changes = try await store.changes(since: start)
    #expect(changes.changes.map(\.key) == [[.text("A")], [.text("B")]])
    #expect(try await store.historyToken() == changes.next)
    try await store.trimHistory(olderThan: Date() + 60)
    #expect(try await store.changes(since: changes.next).changes.isEmpty)
    await #expect { try await store.changes(since: start) } throws: {
      ($0 as? StoreError)?.reason == .historyGone
    }
  }
}
