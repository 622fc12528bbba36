public import Observation
public import Reader
import Rowsmith
import RowsmithClient
import RowsmithLive

/// One post with its author, media and tags.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class PostModel {
  private let id: Post.ID
  private let server: ReaderClient
  private let graph: Live<Graph2<Post, Account?, [Tag]>?>
  private let shown: Live<[Media.Family]>
  /// The error of the last request.
  private var refusal: (any Error)?

  /// Creates the model of a post, which may not be in the database yet.
  public init(_ id: Post.ID, from server: ReaderClient) {
    self.id = id
    self.server = server
    let store = server.client.store
    graph = Live(Post.filter { $0.id == id }.including { ($0.author, $0.tags) }.first(), in: store)
    shown = Live(Post.Columns.media.records(of: id).family, in: store)
  }

  /// The post; `nil` if it is not in the database.
  public var post: Post? { graph.value?.record }
  /// The author.
  public var author: Account? { graph.value?.first }
  /// The photos and videos, in the author's order.
  public var media: [Media.Family] { shown.value }
  /// The names of the tags.
  public var tags: [String] { graph.value?.second.map(\.name) ?? [] }

  /// The last error, of reading or of a request. The content stays.
  public var failure: (any Error)? { graph.error ?? shown.error ?? refusal }

  /// Fetches the post from the server.
  public func refresh() async {
    await attempt { model in
      _ = try await model.server.post(id: model.id)
      // Queued requests were sent before the call.
      try await Favourites(server: model.server).takeBackRefused()
    }
  }

  /// Makes the post a favourite, or removes it from the favourites.
  public func toggleFavourite() async {
    await attempt { try await Favourites(server: $0.server).toggle($0.id) }
  }

  /// Keeps the error of the work, and clears it after a success. A view that disappears cancels its task, which is no error.
  private func attempt(_ body: @MainActor (PostModel) async throws -> Void) async {
    do {
      try await body(self)
      refusal = nil
    } catch {
      if !Task.isCancelled { refusal = error }
    }
  }
}
