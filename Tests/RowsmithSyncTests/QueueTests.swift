import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

/// The queue is one table for calls and for what a sync sends.
@Suite struct QueueTests {
  @Test
  func `what a sync has sent is no call that waits, is not sent again by a client, and is not dropped by it`()
    async throws
  {
    let device = try Device(MemorySyncServer())
    try device.run(
      """
      INSERT INTO _rowsmith_queue (lane, route, arguments, entity, key, refers, idempotency_key, state, created)
      VALUES ('sync', 'create', '{}', 'Note', 'n1', 0, 'k1', 'sending', 0),
        ('sync', 'create', '{}', 'Note', 'n2', 0, 'k2', 'refused', 0)
      """)
    let client = try Client(
      store: device.store, api: API(baseURL: "http://127.0.0.1:1"), transport: StubTransport())
    #expect(try await client.queue.items().isEmpty)
    #expect(await client.queue.flush().waiting == 0)
    #expect(try await client.queue.state(entity: "Note", key: [.text("n2")]).isSent)
    for id: Int64 in 1...2 {
      #expect(try await !client.queue.retry(id))
      #expect(try await !client.queue.drop(id))
    }
    #expect(try await client.queue.dropAll() == 0)
    #expect(
      try device.rows("SELECT idempotency_key, state FROM _rowsmith_queue ORDER BY id")
        == ["k1|sending", "k2|refused"])
  }
}
