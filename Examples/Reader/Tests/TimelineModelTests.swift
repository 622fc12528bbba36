import Foundation
import Reader
import ReaderKit
import Rowsmith
import RowsmithClient
import RowsmithTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(30))) struct TimelineModelTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  private func timeline() throws -> TimelineModel {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return try TimelineModel(fixture.client, calendar: calendar)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  private func titles(_ model: TimelineModel) -> [[String]] {
    model.days.sections.map { $0.elements.map(\.record.title) }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a refresh brings the first page, by day, with authors`() async throws {
    let model = try timeline()
    #expect(model.days.sections.isEmpty)
    await model.refresh()
    await waitUntil { model.days.count == 2 }
    #expect(titles(model) == [["Tin Drum", "Quiet Life"]])
    #expect(model.days.sections.first?.elements.map(\.related?.displayName) == ["Mick", "Mick"])
    #expect(model.hasNextPage && !model.isLoading && model.error == nil)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `the next page comes behind the first, until there is none`() async throws {
    let model = try timeline()
    await model.refresh()
    await model.loadNextPage()
    await waitUntil { model.days.count == 3 }
    #expect(titles(model) == [["Tin Drum", "Quiet Life"], ["Avalon"]])
    #expect(!model.hasNextPage && model.error == nil)
    await model.loadNextPage()
    #expect(fixture.server.requests.count == 2)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `what was brought is there without a connection`() async throws {
    try await timeline().refresh()
    fixture.server.fail(.unreachable, times: nil)
    let model = try timeline()
    await waitUntil { model.days.count == 2 }
    #expect(titles(model) == [["Tin Drum", "Quiet Life"]])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `posts change and go as imports and writes say`() async throws {
    let model = try timeline()
    await model.refresh()
    await waitUntil { model.days.count == 2 }
    try await fixture.store.importJSON(.string(Fixture.edited(Fixture.tinDrum)), into: Post.self)
    await waitUntil { titles(model) == [["Tin Drum, again", "Quiet Life"]] }
    try await fixture.store.importJSON(
      .string(#"{"id": 1, "deleted_at": "1981-11-15T00:00:00Z"}"#), into: Post.self)
    await waitUntil { titles(model) == [["Quiet Life"]] }
    try await fixture.store.write { _ = try $0.delete(Account.self, key: 7) }
    await waitUntil { model.days.isEmpty }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `an error keeps the posts, and goes with the next answer`() async throws {
    let model = try timeline()
    await model.refresh()
    await waitUntil { model.days.count == 2 }
    fixture.server.fail(.status(400), times: 1)
    await model.refresh()
    #expect((model.error as? ClientError)?.status == 400)
    #expect(titles(model) == [["Tin Drum", "Quiet Life"]])
    await model.refresh()
    #expect(model.error == nil)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func `a page whose view disappears is no error, and comes when the view is back`() async throws {
    let model = try timeline()
    await model.refresh()
    let page = Task { await model.loadNextPage() }
    page.cancel()
    await page.value
    #expect(model.hasNextPage && !model.isLoading && model.error == nil)
    await model.loadNextPage()
    await waitUntil { model.days.count == 3 }
  }
}
