import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSchema
import Testing

/// Observing.md: what was changed since.
@Suite struct HistorySnippets {
  @Test func `what was changed since a token`() throws {
    let yaml =
      "rowsmith: 1\nhistory: true\nentities: { Band: { PrimaryKey: name, attributes: { name: String } } }\n"
    let model = ModelCompiler.compile([ModelSource(path: "Music.yml", text: yaml)], name: "Music")
    let store = try Store(.memory, schema: try #require(model.schema))
    var token: HistoryToken? = try store.historyToken()
    var sent: [String] = []
    func send(_ entity: String, _ key: [StoredValue], _ kind: HistoryChange.Kind) {
      sent.append("\(entity) \(kind)")
    }
    try store.importJSON(.string(#"[{"name": "Japan"}]"#), into: .entity("Band"))
    for _ in 1...2 {
      let history = try store.changes(since: token)
      for change in history.changes { send(change.entity, change.key, change.kind) }
      token = history.next
    }
    #expect(sent == ["Band inserted"])
  }
}
