import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSchema
import TestSupport

/// Does things that users do, drawn from a seed.
struct Worker {
  let client: Client
  let transport: FlakyTransport
  var random: Draws

  init(client: Client, transport: FlakyTransport, seed: UInt64) {
    self.client = client
    self.transport = transport
    random = Draws(seed: seed)
  }

  consuming func work(_ count: Int) async throws {
    for step in 0..<count {
      if random.below(8) == 0 { transport.set(online: random.below(3) != 0) }
      do {
        try await act(step)
      } catch let error as ClientError {
        say("error", error.reason.rawValue, error.message)
      }
      say("step", step)
    }
  }

  private mutating func act(_ step: Int) async throws {
    let token = "\(random.below(1 << 40))"
    switch random.below(10) {
    case 0...3: try await createArticle(token)
    case 4...6: try await editArticle(token)
    case 7: try await comment(token)
    case 8: try await removeArticle()
    default: let _: Answer<Void> = try await client.call(RouteCall("articles", query: [:]))
    }
  }

  private mutating func createArticle(_ token: String) async throws {
    let key = StoredValue.integer(Int64(LocalKey.integer()))
    try await send(
      "createArticle", "Article", key, ["id", "title", "body"], [key, .text("t\(token)"), .text("b\(token)")])
  }

  private mutating func editArticle(_ token: String) async throws {
    guard let id = try await anyArticle() else { return }
    let column = random.below(2) == 0 ? "title" : "body"
    try await send("updateArticle", "Article", id, ["id", column], [id, .text("e\(token)")])
  }

  private mutating func comment(_ token: String) async throws {
    guard let article = try await anyArticle() else { return }
    let key = StoredValue.integer(Int64(LocalKey.integer()))
    try await send(
      "createComment", "Comment", key, ["id", "body", "article"], [key, .text("c\(token)"), article])
  }

  private mutating func removeArticle() async throws {
    guard random.below(2) == 0, let id = try await anyArticle() else { return }
    let _: Answer<Void> = try await client.call(RouteCall("removeArticle", path: ["id": id]))
  }

  /// Writes columns of a record, and sends it: one transaction, so that no death comes between.
  private func send(
    _ route: String, _ entity: String, _ key: StoredValue, _ columns: [String], _ values: [StoredValue]
  ) async throws {
    let names = columns.joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let changes = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    // An edit of a record that has got its key or gone meanwhile is an edit of nothing.
    let isEdit = columns.count == 2
    let sql =
      isEdit
      ? "UPDATE \(entity) SET \(columns[1]) = ?2 WHERE id = ?1"
      : "INSERT INTO \(entity) (\(names)) VALUES (\(places)) ON CONFLICT (id) DO UPDATE SET \(changes)"
    let record = RecordBody(entity: entity, key: [key], columns: columns, values: values) {
      try $0.change(sql, values)
    }
    let _: Answer<Void> = try await client.call(RouteCall(route, record: record))
  }

  private mutating func anyArticle() async throws -> StoredValue? {
    let rows = try await client.store.read { try $0.rows("SELECT id FROM Article ORDER BY id LIMIT 200") }
    return rows.isEmpty ? nil : rows[random.below(rows.count)].values[0]
  }
}

extension WriteTransaction {
  fileprivate func change(_ sql: String, _ values: [StoredValue]) throws { _ = try run(sql, values) }
}
