import Foundation
import Reader
import Rowsmith
import RowsmithClient

/// What the reader has chosen: noted on this device at once, and told to the server as soon as it can be reached.
struct Favourites: Sendable {
  let server: ReaderClient

  /// Chooses a post, or takes that back.
  ///
  /// Without a connection the request waits in the database.
  ///
  /// - Throws: `ClientError` if the server refuses, and then the post is as it was; `StoreError`.
  func toggle(_ id: Post.ID) async throws {
    // Noted with the choice, so that a refusal, whenever it comes, is found to be of this post.
    let request = UUID().uuidString
    let isChosen = try await server.client.store.write { db -> Bool? in
      guard var post = try db.fetch(Post.find(id)) else { return nil }
      post.isFavourite.toggle()
      post.favouriteRequest = request
      try db.update(post)
      return post.isFavourite
    }
    guard let isChosen else { return }
    let options = CallOptions(idempotencyKey: request)
    do {
      if isChosen {
        _ = try await server.favourite(id: id, options: options)
      } else {
        _ = try await server.unfavourite(id: id, options: options)
      }
    } catch {
      try await takeBackRefused()
      throw error
    }
  }

  /// Sends what waits, and takes back what the server refuses.
  ///
  /// - Throws: what the server said of the first that it refused, or why sending stopped, unless there is no connection.
  func send() async throws {
    let report = await server.client.queue.flush()
    try await takeBackRefused()
    if let refused = report.refused.first { throw refused.error }
    if let stopped = report.stopped, !stopped.isOffline { throw stopped }
  }

  /// Gives posts back what they were before requests that the server has refused, and forgets these requests.
  ///
  /// A post that was chosen again since then has a later request, and stays as it is.
  func takeBackRefused() async throws {
    for item in try await server.client.queue.items() where item.state == .refused {
      try await server.client.store.write { db in
        for var post in try db.fetch(Post.filter { $0.favouriteRequest == item.idempotencyKey }) {
          post.isFavourite.toggle()
          post.favouriteRequest = nil
          try db.update(post)
        }
      }
      try await server.client.queue.giveUp(item.id)
    }
  }
}
