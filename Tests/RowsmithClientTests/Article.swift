import Foundation
import Rowsmith

/// The records of ``News``, as the generator writes them.
struct Article: Record, Identifiable {
  typealias Key = Int

  var id: Int
  var title: String?
  var updatedAt: Date?
  var topic: String?

  enum Columns {
    static var id: Column<Article, Int> { Column("id") }
    static var title: Column<Article, String?> { Column("title") }
    static var comments: ToMany<Article, Comment> { ToMany("comments") }
  }

  static var entityName: String { "Article" }
  static var columnNames: [String] { ["id", "title", "updatedAt", "topic"] }

  init(id: Int, title: String? = nil, topic: String? = nil) {
    self.id = id
    self.title = title
    self.topic = topic
  }

  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    title = try row.optionalString(at: 1)
    updatedAt = try row.optionalDate(at: 2)
    topic = try row.optionalString(at: 3)
  }

  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(title)
    encoder.encode(updatedAt)
    encoder.encode(topic)
  }
}

struct Comment: Record, Identifiable {
  typealias Key = Int

  var id: Int
  var text: String?
  var article: Reference<Article>?

  enum Columns {}

  static var entityName: String { "Comment" }
  static var columnNames: [String] { ["id", "text", "article"] }

  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    text = try row.optionalString(at: 1)
    article = try row.optionalReference(at: 2)
  }

  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(text)
    encoder.encode(article)
  }
}
