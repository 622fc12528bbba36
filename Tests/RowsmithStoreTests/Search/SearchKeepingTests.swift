import CSQLite
import Foundation
import RowsmithSchema
import TestSupport
import Testing

@testable import Rowsmith

/// What is found is what the rows say, whoever writes them.
struct SearchKeepingTests {
  @Test func `imports, updates and deletions are found at once`() throws {
    let file = try SearchFile()
    try file.importJSON(#"[{"id": 1, "title": "Tin"}, {"id": 2, "title": "Drum", "body": "tin"}]"#)
    try file.importJSON(#"[{"id": 1, "title": "Iron"}]"#)
    #expect(try file.titles("tin") == ["Drum"])
    #expect(try file.titles("iron") == ["Iron"])
    try file.store.write { try $0.delete(Article.self, key: 1) }
    #expect(try file.titles("iron") == [])
    #expect(try file.isRight())
    try file.store.deleteAllData()
    #expect(try file.titles("tin") == [])
    #expect(try file.isRight())
  }

  @Test func `what another program writes is found`() throws {
    let file = try SearchFile()
    try file.runElsewhere(
      """
      INSERT INTO Article (id, title, body) VALUES (1, 'Tin', 'Drum'), (2, 'Drum', NULL);
      UPDATE Article SET id = 7 WHERE id = 1; UPDATE Article SET body = 'Snare' WHERE id = 2;
      INSERT INTO Article (id, title) VALUES (7, 'x') ON CONFLICT DO UPDATE SET title = 'Iron';
      INSERT OR IGNORE INTO Article (id, title) VALUES (7, 'Copper')
      """)
    #expect(try file.titles("tin copper") == [])
    #expect(try file.store.fetch(Article.search("iron drum")).map(\.id) == [7])
    #expect(try file.titles("snare") == ["Drum"])
    #expect(try file.isRight())
    try file.runElsewhere("DELETE FROM Article WHERE id = 7; VACUUM")
    #expect(try file.titles("drum") == ["Drum"])
    #expect(try file.isRight())
  }

  @Test func `what is taken back is not found`() throws {
    let file = try SearchFile()
    try file.importJSON(#"[{"id": 1, "title": "Tin"}]"#)
    #expect(throws: CancellationError.self) {
      try file.store.write { db in
        try db.execute(sql: "UPDATE Article SET title = 'Iron'")
        throw CancellationError()
      }
    }
    #expect(try file.titles("iron") == [])
    #expect(try file.titles("tin") == ["Tin"])
  }

  @Test func `a first import finds all words in the end, as one that is small does`() throws {
    let rows = (0..<500).map { #"{"id": \#($0), "title": "tin \#($0)", "body": "number\#($0 % 7)"}"# }
    let json = "[\(rows.joined(separator: ","))]"
    var options = ImportOptions()
    options.lateIndexBytes = 0
    let file = try SearchFile()
    try file.importJSON(json, "Article", options)
    #expect(try file.store.fetch(Article.search("tin").count()) == 500)
    #expect(try file.store.fetch(Article.search("number3").count()) == 71)
    #expect(try file.isRight())
    let small = try SearchFile()
    try small.importJSON(json)
    #expect(try small.titles("number3") == file.titles("number3"))
    try file.importJSON(#"[{"id": 3, "title": "drum"}]"#, "Article", options)
    #expect(try file.store.fetch(Article.search("tin").count()) == 499)
    #expect(try file.isRight())
  }

  @Test func `keys of text, of several parts and none can be searched, also after VACUUM`() throws {
    let file = try SearchFile(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Song: { PrimaryKey: rowid, attributes: { rowid: String, title: String }, search: [title] }
        Line: { PrimaryKey: [song, n], attributes: { song: String, n: Int, text: String }, search: [text] }
        Note: { attributes: { text: String }, search: text }
      """)
    try file.importJSON(#"[{"rowid": "b", "title": "Tin"}, {"rowid": "a", "title": "Drum"}]"#, "Song")
    try file.importJSON(
      #"[{"song": "b", "n": 1, "text": "Tin"}, {"song": "a", "n": 1, "text": "Drum"}]"#, "Line")
    try file.importJSON(#"[{"text": "Tin"}, {"text": "Drum"}, {"text": "Snare"}]"#, "Note")
    func found(_ entity: String, _ column: String) throws -> [String] {
      var node = QueryNode(entity: entity)
      node.search = SearchNode(text: "drum")
      return try file.store.read { db in
        try db.rows(QueryCompiler.select([column], node, mapping: db.mapping()), entity: entity) {
          try $0.string(at: 0)
        }
      }
    }
    try file.runElsewhere(
      "DELETE FROM Song WHERE rowid = 'b'; DELETE FROM Line WHERE song = 'b'; DELETE FROM Note WHERE text = 'Tin'; VACUUM"
    )
    #expect(try found("Song", "rowid") == ["a"])
    #expect(try found("Line", "song") == ["a"])
    #expect(try found("Note", "text") == ["Drum"])
    for entity in ["Song", "Line", "Note"] { #expect(try file.isRight(entity)) }
  }

  @Test func `a trigger that another program has dropped is made again, and what was missed is found`() throws
  {
    let file = try SearchFile()
    file.store.close()
    try file.runElsewhere(
      "DROP TRIGGER _rowsmith_search_insert_Article; INSERT INTO Article (id, title) VALUES (1, 'Tin')")
    let again = try file.reopened()
    #expect(try again.titles("tin") == ["Tin"])
    try again.runElsewhere("INSERT INTO Article (id, title) VALUES (2, 'Drum')")
    #expect(try again.titles("drum") == ["Drum"])
    #expect(try again.isRight())
  }

  @Test func `what another program replaces is found when the words are found anew`() throws {
    let file = try SearchFile()
    try file.importJSON(#"[{"id": 1, "title": "Tin"}]"#)
    try file.runElsewhere("INSERT OR REPLACE INTO Article (id, title) VALUES (1, 'Drum')")
    #expect(try !file.isRight())
    try file.store.rebuildSearch()
    #expect(try file.titles("tin") == [])
    #expect(try file.titles("drum") == ["Drum"])
    #expect(try file.isRight())
    try file.runElsewhere(
      "PRAGMA recursive_triggers = ON; INSERT OR REPLACE INTO Article (id, title) VALUES (1, 'Snare')")
    #expect(try file.titles("snare") == ["Snare"])
    #expect(try file.isRight())
  }

  @Test func `the error for an index that lacks words of its rows says how it is made anew`() throws {
    let file = try SearchFile()
    try file.importJSON(#"[{"id": 1, "title": "Tin"}]"#)
    let name = "_rowsmith_Article_search"
    try file.runElsewhere("INSERT INTO \(name) (\(name)) VALUES ('delete-all')")
    let error = #expect(throws: StoreError.self) {
      try file.store.write { try $0.execute(sql: "UPDATE Article SET title = 'Drum'") }
    }
    #expect(error?.code == .corruptVirtualTable)
    let beginning = "a full-text index of '\(file.path)' is damaged, or has other words than its rows: "
    #expect(error?.message.hasPrefix(beginning) == true)
    #expect(error?.message.hasSuffix("; `rebuildSearch` makes those of the model anew") == true)
    try file.store.rebuildSearch()
    try file.store.write { try $0.execute(sql: "UPDATE Article SET title = 'Drum'") }
    #expect(try file.titles("drum") == ["Drum"])
    #expect(try file.isRight())
  }

  @Test func `what the app's own SQL replaces is found by its new words alone`() throws {
    let file = try SearchFile()
    try file.importJSON(#"[{"id": 1, "title": "Tin"}, {"id": 2, "title": "Snare"}]"#)
    try file.store.write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO Article (id, title) VALUES (1, ?)", "Drum")
      try db.execute(sql: "update or replace Article set id = 1 where id = 2")
      #expect(try db.connection().pragma("recursive_triggers") == 0)
    }
    #expect(try file.titles("tin") == [])
    #expect(try file.titles("drum") == [])
    #expect(try file.titles("snare") == ["Snare"])
    #expect(try file.isRight())
  }

  @Test func `an SQLite without FTS5 is refused in words`() throws {
    let connection = try Connection(path: ":memory:")
    try connection.configure()
    sqlite3_drop_modules(connection.handle, nil)
    let schema = try ModelFile.schema(SearchFile.yaml)
    do {
      _ = try StoreSetup(connection: connection, schema: schema, layout: Layout(schema)).run()
      Issue.record("it was opened")
    } catch let error as StoreError {
      #expect(
        error.message
          == "the model has 'search' for 'Article', and this SQLite was built without FTS5; link one that has it, "
          + "or leave 'search' out")
    }
  }

  @Test func `a store that is open for reading only searches`() throws {
    let file = try SearchFile()
    try file.importJSON(#"[{"id": 1, "title": "Tin"}]"#)
    file.store.close()
    var options = StoreOptions()
    options.isReadOnly = true
    let store = try Store(.file(file.path), schema: try ModelFile.schema(SearchFile.yaml), options: options)
    #expect(try store.fetch(Article.search("tin")).map(\.title) == ["Tin"])
    store.close()
  }
}
