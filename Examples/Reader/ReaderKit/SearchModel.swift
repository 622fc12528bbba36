public import Observation
public import Reader
public import Rowsmith
import RowsmithLive

/// The posts with these words in their title or body, newest first.
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

  /// How posts are searched: by words, of which the last may be only begun.
  private static func posts(with text: String) -> Query<Post> {
    let isInWord = text.last.map { $0.isLetter || $0.isNumber } ?? false
    return Post.search(isInWord ? text + "*" : text).order { $0.publishedAt.descending }
  }
}
