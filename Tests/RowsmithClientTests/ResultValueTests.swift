import RowsmithClient
import Testing

/// An app can make what it receives, for its previews and the tests of its view models.
struct ResultValueTests {
  @Test func `the progress of a call is made`() {
    let begun = CallProgress.Step(phase: .uploading, completed: 0)
    #expect(begun.total == nil && begun.page == 1 && begun.records == 0)
    let half = CallProgress.Step(phase: .importing, completed: 5, total: 10, page: 2, records: 3)
    #expect(half.phase == .importing && half.completed == 5 && half.total == 10)
    #expect(half.page == 2 && half.records == 3)
  }

  @Test func `a queued request is made, and the state of its record`() {
    let waiting = QueueItem(id: 1, route: "createArticle", created: 5)
    #expect(waiting.id == 1 && waiting.route == "createArticle" && waiting.created == 5)
    #expect(waiting.entity == nil && waiting.key == [] && waiting.state == .waiting)
    #expect(waiting.attempts == 0 && waiting.status == nil && !waiting.isUpload)
    #expect(waiting.placeholders == [:] && waiting.parameters == [:])
    let refused = QueueItem(
      id: 2, route: "favourite", entity: "Article", key: [.integer(7)], placeholders: ["id": .integer(7)],
      parameters: ["notify": .integer(1)], state: .refused, attempts: 1, status: 422, serverCode: "42200",
      message: "not valid", created: 6, idempotencyKey: "k", isUpload: true)
    #expect(refused.entity == "Article" && refused.key == [.integer(7)])
    #expect(refused.placeholders == ["id": .integer(7)] && refused.parameters == ["notify": .integer(1)])
    #expect(refused.state == .refused && refused.attempts == 1 && refused.status == 422)
    #expect(refused.serverCode == "42200" && refused.message == "not valid")
    #expect(refused.idempotencyKey == "k" && refused.isUpload)

    #expect(SendState().isSent)
    let state = SendState(isNew: true, changed: ["title"], items: [waiting, refused])
    #expect(state.isNew && state.changed == ["title"] && state.items == [waiting, refused])
    #expect(state.refusal == "not valid")
  }
}
