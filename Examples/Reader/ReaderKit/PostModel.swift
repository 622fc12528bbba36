public import Observation
public import Reader
import Rowsmith
import RowsmithClient
import RowsmithLive

/// One post with its author, media and tags.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class PostModel {
  /// What went wrong last in talking to the server. What is shown stays.
  public private(set) var failure: (any Error)?

  private let id: Post.ID
  private let server: ReaderClient
  private let graph: Live<Graph2<Post, Account?, [Tag]>?>
  private let shown: Live<[Media.Family]>

  /// Creates it for a post, which may not have arrived yet.
  public init(_ id: Post.ID, from server: ReaderClient) {
    self.id = id
    self.server = server
    let store = server.client.store
    graph = Live(Post.filter { $0.id == id }.including { ($0.author, $0.tags) }.first(), in: store)
    shown = Live(Post.Columns.media.records(of: id).family, in: store)
  }

  /// The post; nil while it is not in the database, or not any more.
  public var post: Post? { graph.value?.record }
  /// Who wrote it.
  public var author: Account? { graph.value?.first }
  /// What is shown with it, in the author's order, each as what it is: a photo or a video.
  public var media: [Media.Family] { shown.value }
  /// The names of its tags.
  public var tags: [String] { graph.value?.second.map(\.name) ?? [] }

  /// Asks the server for the post.
  public func refresh() async {
    await attempt { _ = try await $0.server.post(id: $0.id) }
  }

  /// Chooses the post, or takes that back.
  public func toggleFavourite() async {
    await attempt { try await Favourites(server: $0.server).toggle($0.id) }
  }

  private func attempt(_ body: @MainActor (PostModel) async throws -> Void) async {
    do {
      try await body(self)
      failure = nil
    } catch {
      failure = error
    }
  }
}
