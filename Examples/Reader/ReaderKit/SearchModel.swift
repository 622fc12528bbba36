public import Observation
public import Reader
public import Rowsmith
import RowsmithLive

/// The posts with a text in their title or body, newest first.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class SearchModel {
  /// What is searched for; without any, nothing is found.
  public var text = "" {
    didSet { found.request = Self.posts(with: text) }
  }

  private let found: Live<[Post]>

  /// Creates it over a store.
  public init(_ store: Store) {
    found = Live(Self.posts(with: ""), in: store)
  }

  /// What was found. It follows what is written.
  public var posts: [Post] { found.value }

  /// Why searching failed last time. What was found before stays.
  public var error: (any Error)? { found.error }

  /// How posts are searched: the one place that decides.
  private static func posts(with text: String) -> Query<Post> {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return Post.all.limit(0) }
    return words.reduce(Post.order { $0.publishedAt.descending }) { query, word in
      query.filter {
        $0.title.contains(word, ignoringCase: true) || $0.body.contains(word, ignoringCase: true)
      }
    }
  }
}
