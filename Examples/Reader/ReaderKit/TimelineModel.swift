public import Foundation
public import Observation
public import Reader
public import Rowsmith
import RowsmithClient
import RowsmithLive

/// The timeline: posts in the server's order, by day, with their authors.
///
/// It shows the posts in the database at once, even without a connection; ``refresh()`` and ``loadNextPage()`` fetch more.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class TimelineModel {
  /// Whether a page is being fetched.
  public private(set) var isLoading = false
  /// Whether the server has more posts.
  public private(set) var hasNextPage = false

  private let server: ReaderClient
  private let list: ServerList<Post>
  private let calendar: Calendar
  private let entries: Live<[Graph<Post, Account?>]>
  private let queue: Live<[QueueItem]>
  private var failure: (any Error)?

  /// Creates the model for a client. Nothing is read or requested yet.
  ///
  /// - Parameters:
  ///   - server: the client; its store has the posts.
  ///   - pageSize: the most posts in a page.
  ///   - calendar: the calendar for the days of the sections.
  /// - Throws: `ClientError` if the list cannot be requested in this way.
  public init(_ server: ReaderClient, pageSize: Int = 20, calendar: Calendar = .autoupdatingCurrent) throws {
    self.server = server
    self.calendar = calendar
    list = server.timeline.list(limit: pageSize)
    entries = Live(try list.contents().including { $0.author }, in: server.client.store)
    queue = Live(server.client.queue.contents, in: server.client.store)
  }

  /// The posts with their authors, by day of publication.
  public var days: SectionedResults<Date, Graph<Post, Account?>> {
    SectionedResults(entries.value) { [calendar] in calendar.startOfDay(for: $0.record.publishedAt) }
  }

  /// The number of queued requests.
  public var waitingCount: Int { queue.value.count }

  /// The last error, of reading or of a request. The posts stay.
  public var error: (any Error)? { entries.error ?? queue.error ?? failure }

  /// Fetches the newest posts and restarts the list. It does nothing while a page is being fetched.
  public func refresh() async {
    await bring { model in
      try await model.list.reload()
    }
  }

  /// Fetches the next posts. It does nothing while a page is being fetched.
  public func loadNextPage() async {
    await bring { model in
      if try await model.list.hasNext() { try await model.list.loadNext() }
    }
  }

  /// Makes a post a favourite, or removes it; ``waitingCount`` counts what has not reached the server.
  public func toggleFavourite(_ id: Post.ID) async {
    await attempt { try await Favourites(server: $0.server).toggle(id) }
  }

  /// Sends queued requests; call it when there may be a connection again.
  public func sendWaiting() async {
    await attempt { try await Favourites(server: $0.server).send() }
  }

  private func bring(_ page: @MainActor (TimelineModel) async throws -> Void) async {
    guard !isLoading else { return }
    isLoading = true
    await attempt { model in
      try await page(model)
      // Queued requests were sent before the page was asked for.
      try await Favourites(server: model.server).takeBackRefused()
    }
    // Without a connection the list stays as before, and there may be more. A cancelled task cannot read whether there is.
    if let hasNext = try? await list.hasNext() { hasNextPage = hasNext }
    isLoading = false
  }

  /// Keeps the error of the work, and clears it after a success. A view that disappears cancels its task, which is no error.
  private func attempt(_ body: @MainActor (TimelineModel) async throws -> Void) async {
    do {
      try await body(self)
      failure = nil
    } catch {
      if !Task.isCancelled { failure = error }
    }
  }
}
