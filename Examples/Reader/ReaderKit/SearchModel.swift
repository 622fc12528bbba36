public import Observation
public import Reader
public import Rowsmith
import RowsmithLive

/// The posts with these words in their title or body, newest first.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable
public final class SearchModel {
  /// The search text; if it is empty, nothing is found.
  public var text = "" {
    didSet { found.request = Self.posts(with: text) }
  }

  private let found: Live<[Post]>

  /// Creates the model for a store.
  public init(_ store: Store) {
    found = Live(Self.posts(with: ""), in: store)
  }

  /// The posts found. They are updated when the database changes.
  public var posts: [Post] { found.value }

  /// The error of the last search. The previous results stay.
  public var error: (any Error)? { found.error }

  /// Searches posts by words. The last word may be incomplete.
  private static func posts(with text: String) -> Query<Post> {
    let isInWord = text.last.map { $0.isLetter || $0.isNumber } ?? false
    return Post.search(isInWord ? text + "*" : text).order { $0.publishedAt.descending }
  }
}
