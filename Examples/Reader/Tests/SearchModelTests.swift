import Foundation
import Reader
import ReaderKit
import Rowsmith
import RowsmithTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct SearchModelTests {
  private let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    let posts = [Fixture.quietLife, Fixture.tinDrum, Fixture.avalon].joined(separator: ",")
    try fixture.store.importJSON(.string("[\(posts)]"), into: Post.self)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `all words are in what is found, the last one begun, newest first`() async throws {
    let model = SearchModel(fixture.store)
    model.text = "tin dru"
    await waitUntil { !model.posts.isEmpty }
    #expect(model.posts.map(\.id) == [1, 2])
    model.text = "avalon"
    await waitUntil { model.posts.map(\.id) == [3] }
    model.text = " "
    await waitUntil { model.posts.isEmpty }
    #expect(model.error == nil)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `what arrives while a search is shown is found`() async throws {
    let model = SearchModel(fixture.store)
    model.text = "parties"
    await waitUntil { model.posts.map(\.id) == [1] }
    try await fixture.store.importJSON(
      .string(Fixture.avalon.replacing("More than this.", with: "More parties.")), into: Post.self)
    await waitUntil { model.posts.map(\.id) == [1, 3] }
  }
}
