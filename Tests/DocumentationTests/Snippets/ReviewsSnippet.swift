import Rowsmith
import Testing

struct Stars: ReviewsTransforms {
  struct NoStars: Error {}

  func decodeStarCount(_ json: JSONValue) throws -> Int {
    guard case .string(let text) = json, text.allSatisfy({ $0 == "*" }) else { throw NoStars() }
    return text.count
  }

  func encodeStarCount(_ value: Int) throws -> JSONValue {
    .string(String(repeating: "*", count: value))
  }
}

struct Listener: ReviewHooks {
  func shouldImport(_ json: JSONValue) throws -> Bool { json["hidden"] != .bool(true) }

  func didImport(_ record: Review) throws { print("stored", record.id) }
}

/// Generated.md.
@Suite struct ReviewsSnippet {
  private let json = """
    [{"id": 1, "verdict": "good", "stars": "****", "product": {"id": 7, "description": "A lamp"}},
     {"id": 2, "verdict": "bad", "stars": "*", "hidden": true},
     {"id": 3, "verdict": "so-so", "stars": "**", "product": 7}]
    """

  @Test func `transforms and hooks run`() throws {
    let model = ReviewsModel(transforms: Stars(), reviewHooks: Listener())
    let store = try Store(.memory, model: model)
    let report = try store.importJSON(.string(json), into: .entity("Review"))
    let reviews = try store.fetch(Review.all)
    #expect(reviews.map(\.id) == [1, 3])
    #expect(reviews.map(\.stars) == [4, 2])
    #expect(reviews.map(\.verdict) == [.good, .unlisted("so-so")])
    #expect(report.unlistedValues.keys.sorted() == ["Review.verdict"])
    #expect(try store.fetch(Product.find(7))?.productDescription == "A lamp")
  }

  @Test func `what a transform refuses names the place`() throws {
    let store = try Store(.memory, model: ReviewsModel(transforms: Stars(), reviewHooks: Listener()))
    #expect {
      try store.importJSON(.string(#"{"id": 1, "verdict": "good", "stars": "4"}"#), into: .entity("Review"))
    } throws: { error in
      (error as? ImportError)?.path == "$.stars"
    }
  }
}

/// The tests print nothing.
private func print(_ items: any Sendable...) {}
