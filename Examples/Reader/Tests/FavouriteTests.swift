import Foundation
import Reader
import ReaderKit
import Rowsmith
import RowsmithClient
import RowsmithTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct FavouriteTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func favourites() throws -> [Post.ID] {
    try fixture.store.fetch(Post.filter { $0.isFavourite }.keys())
  }

  private func waiting() async throws -> [QueueItem] {
    try await fixture.client.client.queue.items()
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  private func timeline() async throws -> TimelineModel {
    let model = try TimelineModel(fixture.client)
    await model.refresh()
    await waitUntil { model.days.count == 2 }
    return model
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a favourite is told to the server at once where it can be reached`() async throws {
    let model = try await timeline()
    await model.toggleFavourite(1)
    #expect(try favourites() == [1])
    #expect(fixture.count("PUT") == 1)
    await model.toggleFavourite(1)
    #expect(try favourites().isEmpty)
    #expect(fixture.count("DELETE") == 1)
    #expect(model.error == nil)
    #expect(try await waiting().isEmpty)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a favourite without a connection waits, and is sent once when there is one`() async throws {
    let model = try await timeline()
    fixture.server.fail(.unreachable, times: nil)
    await model.toggleFavourite(1)
    #expect(try favourites() == [1])
    await waitUntil { model.waitingCount == 1 }
    #expect(model.error == nil)
    fixture.server.heal()
    fixture.server.forgetRequests()
    await model.sendWaiting()
    await waitUntil { model.waitingCount == 0 }
    #expect(fixture.count("PUT") == 1)
    #expect(try favourites() == [1])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `what the server says again leaves favourites alone`() async throws {
    let model = try await timeline()
    await model.toggleFavourite(1)
    try await fixture.store.importJSON(.string(Fixture.edited(Fixture.tinDrum)), into: Post.self)
    await model.refresh()
    #expect(try favourites() == [1])
    #expect(try await fixture.store.fetch(Post.find(1))?.title == "Tin Drum, again")
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a favourite that the server refuses is taken back`() async throws {
    let model = try await timeline()
    fixture.server.fail(.status(403), times: nil)
    await model.toggleFavourite(1)
    #expect((model.error as? ClientError)?.status == 403)
    #expect(try favourites().isEmpty)
    #expect(try await waiting().isEmpty)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a favourite that the server refuses later is taken back, too`() async throws {
    let model = try await timeline()
    fixture.server.fail(.unreachable, times: nil)
    await model.toggleFavourite(1)
    fixture.server.heal()
    fixture.server.fail(.status(403), times: nil)
    await model.sendWaiting()
    #expect((model.error as? ClientError)?.status == 403)
    #expect(try favourites().isEmpty)
    #expect(try await waiting().isEmpty)
  }

  /// What goes out while a favourite waits, which is sent before it.
  enum Call: CaseIterable {
    case post, page, favourite
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test(arguments: Call.allCases)
  func `a favourite that is refused before another call is taken back`(call: Call) async throws {
    let model = try await timeline()
    try fixture.server.stub(ReaderClient.self, "favourite", ["id": "2"], json: Fixture.quietLife)
    fixture.server.fail(.unreachable, times: nil)
    await model.toggleFavourite(1)
    fixture.server.heal()
    fixture.server.fail(.status(403), "PUT", "posts/1/favourite", times: nil)
    switch call {
    case .post: await PostModel(1, from: fixture.client).refresh()
    case .page: await model.loadNextPage()
    case .favourite: await model.toggleFavourite(2)
    }
    #expect(try favourites() == (call == .favourite ? [2] : []))
    #expect(try await waiting().isEmpty)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test(arguments: [2, 3]) func `what the server refuses several times is as the server has it`(count: Int)
    async throws
  {
    let model = try await timeline()
    fixture.server.fail(.unreachable, times: nil)
    for _ in 0..<count { await model.toggleFavourite(1) }
    #expect(try await waiting().count == count)
    fixture.server.heal()
    fixture.server.fail(.status(403), times: nil)
    await model.sendWaiting()
    #expect((model.error as? ClientError)?.status == 403)
    #expect(try favourites().isEmpty)
    #expect(try await waiting().isEmpty)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `what is chosen and taken back without a connection is sent in that order`() async throws {
    let model = try await timeline()
    fixture.server.fail(.unreachable, times: nil)
    await model.toggleFavourite(1)
    await model.toggleFavourite(1)
    #expect(try await waiting().map(\.route) == ["favourite", "unfavourite"])
    fixture.server.heal()
    fixture.server.forgetRequests()
    await model.refresh()
    #expect(fixture.server.requests.map(\.method) == ["PUT", "DELETE", "GET"])
    #expect(try favourites().isEmpty)
    #expect(model.error == nil)
  }
}
