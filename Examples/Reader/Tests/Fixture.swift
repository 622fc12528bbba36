import Foundation
import Reader
import Rowsmith
import RowsmithClient
import RowsmithTesting

/// A client with a store in memory, and the server that it calls.
struct Fixture {
  let server = StubTransport()
  let client: ReaderClient
  var store: Store { client.client.store }

  init() throws {
    client = try ReaderClient(store: .testing(ReaderModel()), transport: server)
    let first = Self.page([Self.tinDrum, Self.quietLife], next: "p2")
    try server.stub(ReaderClient.self, "timeline", json: first)
    server.stub("GET", "timeline?limit=20&after=p2", json: Self.page([Self.avalon]))
    try server.stub(ReaderClient.self, "post", ["id": "1"], json: Self.tinDrum)
    try server.stub(ReaderClient.self, "favourite", ["id": "1"], json: Self.tinDrum)
    try server.stub(ReaderClient.self, "unfavourite", ["id": "1"], json: Self.tinDrum)
  }

  /// The number of requests with this method.
  func count(_ method: String) -> Int { server.requests.count { $0.method == method } }

  static func page(_ posts: [String], next: String? = nil) -> String {
    let cursor = next.map { #", "next": "\#($0)""# } ?? ""
    return #"{"posts": [\#(posts.joined(separator: ","))]\#(cursor)}"#
  }

  static let tinDrum = """
    {"id": 1, "title": "Tin   Drum", "body": "Ghosts, and the art of parties.",
     "published_at": "1981-11-13T18:00:00Z", "updated_at": "1981-11-13T18:00:00Z", "favourite_count": 4,
     "author": {"id": 7, "handle": "mick", "display_name": " Mick ",
                "avatar": {"small": "https://example.com/7.png", "size": {"width": 64, "height": 64}}},
     "media": [
       {"id": 12, "type": "video", "url": "https://example.com/12.mp4", "seconds": 240.5},
       {"id": 11, "type": "image", "alt_text": "The sleeve", "preview": {"small": "https://example.com/11.png"}}],
     "tags": ["Japan", "ghosts"]}
    """

  static let quietLife = """
    {"id": 2, "title": "Quiet Life", "body": "A drum machine, and a tin voice.",
     "published_at": "1981-11-13T09:00:00Z", "updated_at": "1981-11-13T09:00:00Z",
     "author": 7, "media": [], "tags": ["japan"]}
    """

  static let avalon = """
    {"id": 3, "title": "Avalon", "body": "More than this.",
     "published_at": "1981-11-12T12:00:00Z", "updated_at": "1981-11-12T12:00:00Z",
     "author": {"id": 8, "handle": "bryan", "display_name": "Bryan"}, "media": [], "tags": []}
    """

  /// A post on the server after an edit.
  static func edited(_ post: String) -> String {
    post.replacing("Tin   Drum", with: "Tin Drum, again")
      .replacing(#""updated_at": "1981-11-13T18:00:00Z""#, with: #""updated_at": "1981-11-14T00:00:00Z""#)
  }
}
