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
  private let graphs: Live<[Graph3<Post, Account?, [Media], [Tag]>]>
  private let videos: Live<[Video]>

  /// Creates it for a post, which may not have arrived yet.
  public init(_ id: Post.ID, from server: ReaderClient) {
    self.id = id
    self.server = server
    let store = server.client.store
    let post = Post.filter { $0.id == id }.including { ($0.author, $0.media, $0.tags) }
    graphs = Live(post, in: store)
    videos = Live(Video.filter { $0.post == id }, in: store)
  }

  /// The post; nil while it is not in the database, or not any more.
  public var post: Post? { graphs.value.first?.record }
  /// Who wrote it.
  public var author: Account? { graphs.value.first?.first }
  /// What is shown with it, in the author's order.
  public var media: [Media] { graphs.value.first?.second ?? [] }
  /// The names of its tags.
  public var tags: [String] { graphs.value.first?.third.map(\.name) ?? [] }

  /// The video that one of ``media`` is, or nil if it is a photo.
  public func video(_ media: Media) -> Video? { videos.value.first { $0.id == media.id } }

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
