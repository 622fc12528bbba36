public import Foundation
public import Observation
public import Reader
public import Rowsmith
import RowsmithClient
import RowsmithLive

/// The timeline: posts in the server's order, by day, with their authors.
///
/// It shows what the database has, at once and without a connection; ``refresh()`` and ``loadNextPage()`` bring more.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class TimelineModel {
  /// Whether a page is on its way.
  public private(set) var isLoading = false
  /// Whether the server has more than was brought.
  public private(set) var hasNextPage = false

  private let server: ReaderClient
  private let list: ServerList<Post>
  private let calendar: Calendar
  private let entries: Live<[Graph<Post, Account?>]>
  private let queue: Live<[QueueItem]>
  private var failure: (any Error)?

  /// Creates it over a client; nothing is read or asked for yet.
  ///
  /// - Parameters:
  ///   - server: the client; its store has the posts.
  ///   - pageSize: how many posts a page has at most.
  ///   - calendar: whose days the sections are.
  /// - Throws: `ClientError` if the list cannot be asked for in this way.
  public init(_ server: ReaderClient, pageSize: Int = 20, calendar: Calendar = .autoupdatingCurrent) throws {
    self.server = server
    self.calendar = calendar
    list = server.timeline.list(limit: pageSize)
    entries = Live(try list.contents().including { $0.author }, in: server.client.store)
    queue = Live(server.client.queue.contents, in: server.client.store)
  }

  /// The posts with their authors, by the day on which they were published.
  public var days: SectionedResults<Date, Graph<Post, Account?>> {
    SectionedResults(entries.value) { [calendar] in calendar.startOfDay(for: $0.record.publishedAt) }
  }

  /// How many requests wait for a connection.
  public var waitingCount: Int { queue.value.count }

  /// What went wrong last, in reading or in talking to the server. The posts stay.
  public var error: (any Error)? { entries.error ?? failure }

  /// Asks for the newest posts, with which the list begins anew. While a page is on its way, it does nothing.
  public func refresh() async {
    await bring { model in
      try await model.list.reload()
      // What waited was sent before.
      try await Favourites(server: model.server).takeBackRefused()
    }
  }

  /// Asks for the posts behind those that are here. While a page is on its way, it does nothing.
  public func loadNextPage() async {
    await bring { model in
      if try await model.list.hasNext() { try await model.list.loadNext() }
    }
  }

  /// Chooses a post, or takes that back; see ``waitingCount`` for what the server has not heard of.
  public func toggleFavourite(_ id: Post.ID) async {
    await attempt { try await Favourites(server: $0.server).toggle(id) }
  }

  /// Sends what waits; to be called when there may be a connection again.
  public func sendWaiting() async {
    await attempt { try await Favourites(server: $0.server).send() }
  }

  private func bring(_ page: @MainActor (TimelineModel) async throws -> Void) async {
    guard !isLoading else { return }
    isLoading = true
    await attempt(page)
    // Without a connection the list has what it had, and there may be more behind that.
    hasNextPage = (try? await list.hasNext()) ?? false
    isLoading = false
  }

  /// Keeps the error of what is tried, and forgets the one before it where it succeeds.
  private func attempt(_ body: @MainActor (TimelineModel) async throws -> Void) async {
    do {
      try await body(self)
      failure = nil
    } catch {
      failure = error
    }
  }
}
