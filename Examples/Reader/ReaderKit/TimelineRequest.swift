public import Reader
import Rowsmith
import RowsmithClient

/// A post with its author.
public struct TimelineEntry: Sendable, Hashable, Identifiable {
  /// The post.
  public let post: Post
  /// Who wrote it; nil as long as the server has not told of them.
  public let author: Account?

  /// The key of the post.
  public var id: Post.ID { post.id }
}

/// The posts of a list in the server's order, with their authors: two statements, however many posts there are.
struct TimelineRequest: ReadRequest {
  let contents: ServerList<Post>.Contents

  func fetch(_ db: ReadTransaction) throws -> [TimelineEntry] {
    let posts = try db.fetch(contents)
    let authors = try db.fetch(Post.related(to: posts) { $0.author })
    return posts.map { TimelineEntry(post: $0, author: authors[$0]) }
  }
}
