import Foundation
import Reader
import ReaderKit
import Rowsmith
import RowsmithClient
import RowsmithTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct PostModelTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a post has its author, its media in order, and its tags`() async throws {
    let model = PostModel(1, from: fixture.client)
    #expect(model.post == nil)
    await model.refresh()
    await waitUntil { model.post != nil && !model.media.isEmpty }
    #expect(model.author?.avatar?.size == Size(width: 64, height: 64))
    #expect(model.media.map(\.id) == [12, 11])
    guard case .video(let video) = model.media.first, case .photo(let photo) = model.media.last else {
      Issue.record("\(model.media)")
      return
    }
    #expect(video.seconds == 240.5 && photo.altText == "The sleeve")
    #expect(model.tags == ["ghosts", "japan"])
    #expect(model.failure == nil)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `what belongs to a post follows what is written`() async throws {
    let model = PostModel(1, from: fixture.client)
    await model.refresh()
    await waitUntil { model.tags.count == 2 }
    try await fixture.store.write { try $0.setItems(["japan"], of: 1, Post.Columns.tags) }
    await waitUntil { model.tags == ["japan"] }
    try await fixture.store.write { db in
      _ = try db.update(Account.filter { $0.id == 7 }) { [$0.displayName.set("Mick Karn")] }
    }
    await waitUntil { model.author?.displayName == "Mick Karn" }
    try await fixture.store.write { _ = try $0.delete(Post.self, key: 1) }
    await waitUntil { model.post == nil && model.media.isEmpty }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a post that cannot be asked for stays as it was last seen`() async throws {
    let model = PostModel(1, from: fixture.client)
    await model.refresh()
    await waitUntil { model.post != nil }
    fixture.server.fail(.status(410), times: 1)
    await model.refresh()
    #expect((model.failure as? ClientError)?.status == 410)
    #expect(model.post?.title == "Tin Drum")
    await model.toggleFavourite()
    await waitUntil { model.post?.isFavourite == true }
    #expect(model.failure == nil)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a post that cannot be read any more is an error, until it can be`() async throws {
    let model = PostModel(1, from: fixture.client)
    await model.refresh()
    await waitUntil { model.post != nil && !model.media.isEmpty }
    try await fixture.store.write { try $0.execute(sql: "UPDATE Post SET updatedAt = 'soon'") }
    await waitUntil { model.failure != nil }
    #expect(model.failure is RowDecodingError)
    #expect(model.post?.title == "Tin Drum")
    try await fixture.store.write {
      try $0.execute(sql: "UPDATE Post SET updatedAt = '1981-11-13T18:00:00.000Z'")
    }
    await waitUntil { model.failure == nil }
    try await fixture.store.write { try $0.execute(sql: "UPDATE Media SET preview_small = x'00'") }
    await waitUntil { model.failure != nil }
    #expect(model.media.map(\.id) == [12, 11])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a request whose view disappears is no error`() async {
    let model = PostModel(1, from: fixture.client)
    let request = Task { await model.refresh() }
    request.cancel()
    await request.value
    #expect(model.failure == nil)
  }
}
