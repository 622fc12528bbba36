import Foundation
import Reader
import Rowsmith
import RowsmithClient

/// The reader's favourites: saved on this device at once, and sent to the server as soon as it can be reached.
struct Favourites: Sendable {
  let server: ReaderClient

  /// Makes a post a favourite, or removes it from the favourites.
  ///
  /// Without a connection the request is queued in the database.
  ///
  /// - Throws: `ClientError` if the server refuses, after the change has been undone; `StoreError`.
  func toggle(_ id: Post.ID) async throws {
    // Saved with the change, so that a refusal at any later time can be matched to this post.
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
    // Queued requests for other posts were sent before this one.
    try await takeBackRefused()
  }

  /// Sends queued requests, and undoes the changes that the server refuses.
  ///
  /// - Throws: the error of the first refused request, or why sending stopped, unless there is no connection.
  func send() async throws {
    let report = await server.client.queue.flush()
    try await takeBackRefused()
    if let refused = report.refused.first { throw refused.error }
    if let stopped = report.stopped, !stopped.isOffline { throw stopped }
  }

  /// Undoes the changes of refused requests, and removes these requests from the queue.
  ///
  /// A post that was changed again since then has a later request, and stays unchanged until that one has its answer.
  func takeBackRefused() async throws {
    let items = try await server.client.queue.items()
    for (place, requests) in Dictionary(grouping: items, by: { $0.placeholders["id"] }) {
      guard case .integer(let id)? = place, let last = requests.last, last.state == .refused else { continue }
      let refused = requests.filter { $0.state == .refused }
      try await server.client.store.write { db in
        guard var post = try db.fetch(Post.find(Int(id))), post.favouriteRequest == last.idempotencyKey else {
          return
        }
        post.isFavourite = Favourites.isChosen(after: refused)
        post.favouriteRequest = nil
        try db.update(post)
      }
      for item in refused { try await server.client.queue.giveUp(item.id) }
    }
  }

  /// Whether a post is a favourite at the server after it has refused these requests. One that would have taken back another
  /// refused one would have changed nothing.
  private static func isChosen(after refused: [QueueItem]) -> Bool {
    var (isChosen, before) = (false, Bool?.none)
    for item in refused {
      let wanted = item.route == "favourite"
      if before != !wanted { isChosen = !wanted }
      before = wanted
    }
    return isChosen
  }
}
