import Rowsmith
import RowsmithSchema

/// A stored answer, without its body.
struct StoredAnswer: Sendable {
  /// The full URL.
  var url: String
  /// The call that asked, see ``ResolvedCall/asker``.
  var asker: String
  /// The entity tag, as the server wrote it.
  var etag: String?
  /// `Last-Modified`, as the server wrote it.
  var modified: String?
  /// The URL of the next page, if any.
  var next: String?
  /// When it came, in seconds since 1970.
  var received: Double

  /// Whether it has a validator, so that a conditional request is possible.
  var hasValidator: Bool { etag != nil || modified != nil }

  /// Reads the validators of an answer.
  ///
  /// `Last-Modified` is dropped unless it is at least a second older than the answer: a later change in the same second would be
  /// missed (RFC 9110, section 8.8.2.2).
  init(url: String, asker: String, _ received: Received, next: String?, keepsValidators: Bool) {
    self.url = url
    self.asker = asker
    self.next = next
    self.received = received.time
    guard keepsValidators else { return }
    etag = received.headers.values(of: "ETag").first
    if let modified = received.headers.values(of: "Last-Modified").first,
      let date = received.headers.values(of: "Date").first, let format = try? CompiledDateFormat(.rfc1123),
      let then = format.milliseconds(parsing: modified), let now = format.milliseconds(parsing: date),
      now - then >= 1000
    {
      self.modified = modified
    }
  }

  init?(_ row: ResultRow) {
    guard let url = row["url"], let asker = row["asker"], let received = row["received"] else { return nil }
    self.url = url.plainText
    self.asker = asker.plainText
    etag = row["etag"].flatMap(StoredAnswer.text)
    modified = row["modified"].flatMap(StoredAnswer.text)
    next = row["next"].flatMap(StoredAnswer.text)
    if case .real(let seconds) = received { self.received = seconds } else { self.received = 0 }
  }

  private static func text(_ value: StoredValue) -> String? {
    if case .text(let text) = value { text } else { nil }
  }

  /// Adds the headers that make the request conditional.
  func addConditions(to headers: inout HTTPHeaders) {
    if let etag { headers["If-None-Match"] = etag }
    if let modified { headers["If-Modified-Since"] = modified }
  }
}

extension ReadTransaction {
  /// The stored answer for a URL; `nil` if there is none, or another call asked for it.
  func storedAnswer(_ url: String, asker: String) throws -> StoredAnswer? {
    try rows("SELECT * FROM _rowsmith_answers WHERE url = ? AND asker = ?", [.text(url), .text(asker)]).first
      .flatMap(StoredAnswer.init)
  }
}

extension WriteTransaction {
  /// Stores an answer, and the tables whose rows it brought.
  func remember(_ answer: StoredAnswer, tables: [String]) throws {
    try run(
      "INSERT OR REPLACE INTO _rowsmith_answers (url, asker, etag, modified, next, received) VALUES (?, ?, ?, ?, ?, ?)",
      [
        .text(answer.url), .text(answer.asker), answer.etag.map(StoredValue.text) ?? .null,
        answer.modified.map(StoredValue.text) ?? .null, answer.next.map(StoredValue.text) ?? .null,
        .real(answer.received),
      ])
    try run("DELETE FROM _rowsmith_answer_tables WHERE url = ?", [.text(answer.url)])
    for table in tables {
      try run(
        "INSERT INTO _rowsmith_answer_tables (name, url) VALUES (?, ?)", [.text(table), .text(answer.url)])
    }
  }

  /// Drops the stored answer for a URL.
  func forgetAnswer(_ url: String) throws {
    try run("DELETE FROM _rowsmith_answers WHERE url = ?", [.text(url)])
    try run("DELETE FROM _rowsmith_answer_tables WHERE url = ?", [.text(url)])
  }

  /// Drops the validators of the answers that brought rows of tables, as a write has changed those (RFC 9111, section 4.4). If
  /// somebody takes that back, a tag made from the content is the former one: a 304 would leave what the write has brought. The
  /// answers stay, for calls that the database answers.
  func forgetValidators(of tables: [String]) throws {
    for table in tables {
      try run(
        """
        UPDATE _rowsmith_answers SET etag = NULL, modified = NULL
        WHERE url IN (SELECT url FROM _rowsmith_answer_tables WHERE name = ?)
        """, [.text(table)])
    }
  }

  /// Stores that the server confirmed an answer as current, and the next page that it has now (RFC 9111, section 4.3.4).
  func touch(_ url: String, next: String?, at time: Double) throws {
    try run(
      "UPDATE _rowsmith_answers SET received = ?, next = ? WHERE url = ?",
      [.real(time), next.map(StoredValue.text) ?? .null, .text(url)])
  }
}
