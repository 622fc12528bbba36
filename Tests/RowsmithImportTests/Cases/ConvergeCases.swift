import Rowsmith
import Testing

/// Cases from Converge, by number, as the import rules have them.
@Suite struct ConvergeCases {
  private static let model = """
    entities:
      One:
        attributes: { id: Int, someFloat: Double?, someString: String? }
        relationships:
          twos: { to: [Two], inverse: one, ordered: true }
          threes: { to: [Three], inverse: ones, ordered: true }
      Two:
        attributes: { id: Int, someDate: Date?, someDecimal: Decimal? }
        relationships:
          one: { to: One?, ImportName: test_entity_one, ForeignKey: test_entity_one_id }
          four: { to: Four?, ImportName: test_entity_four }
      Three:
        attributes: { id: Int, someFloat: Double?, someString: String? }
        relationships:
          ones: { to: [One], ordered: true, ImportName: test_entity_ones, ForeignKey: test_entity_one_ids }
          fours: { to: [Four], ordered: true, ImportName: test_entity_fours }
      Four:
        attributes: { someFloat: Double?, someString: String? }
        relationships:
          twos: { to: [Two], inverse: four }
          threes: { to: [Three], inverse: fours }
    """

  private static let ones = """
    [{"id":1,"some_string":"foo","some_float":3.14159},{"id":2,"some_string":"bar","some_float":2.71828}]
    """

  private func scenario() throws -> ImportScenario { try ImportScenario(ConvergeCases.model) }

  @Test func `C-C01: two records`() throws {
    let scenario = try scenario()
    try scenario.importJSON(ConvergeCases.ones, into: "One")
    try scenario.expect("SELECT id, someString, someFloat FROM One", "1 | foo | 3.14159\n2 | bar | 2.71828")
  }

  @Test func `C-C02 and C-C04: a to-one by key and embedded are the same link`() throws {
    let twos = try scenario()
    try twos.importJSON(ConvergeCases.ones, into: "One")
    try twos.importJSON(
      """
      [{"id":1,"some_decimal":"3.14159","test_entity_one_id":1},
      {"id":2,"some_decimal":"2.71828","test_entity_one_id":2}]
      """, into: "Two")
    let embedded = try scenario()
    try embedded.importJSON(
      """
      [{"id":1,"some_decimal":"3.14159","test_entity_one":{"id":1,"some_string":"foo","some_float":3.14159}},
      {"id":2,"some_decimal":"2.71828","test_entity_one":{"id":2,"some_string":"bar","some_float":2.71828}}]
      """, into: "Two")
    for scenario in [twos, embedded] {
      try scenario.expect(
        "SELECT Two.id, someDecimal, someString FROM Two JOIN One ON one = One.id ORDER BY 1",
        "1 | 3.14159 | foo\n2 | 2.71828 | bar")
    }
    #expect(try twos.test.image() == embedded.test.image())
  }

  @Test func `C-C03: a list of foreign keys keeps its order`() throws {
    let scenario = try scenario()
    try scenario.importJSON(ConvergeCases.ones, into: "One")
    try scenario.importJSON(
      """
      [{"id":1,"some_float":3.14159,"test_entity_one_ids":[1]},
      {"id":2,"some_float":2.71828,"test_entity_one_ids":[2,1]}]
      """, into: "Three")
    // The table belongs to the side that sorts first: One is the source, Three's order is source_position.
    try scenario.expect(
      "SELECT target, source, source_position, position FROM One_threes ORDER BY 1, 3",
      "1 | 1 | 0 | ·\n2 | 2 | 0 | ·\n2 | 1 | 1 | ·")
  }

  @Test func `C-C05: an embedded many-to-many`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      """
      [{"id":1,"test_entity_ones":[{"id":1,"some_string":"foo"}]},
      {"id":2,"test_entity_ones":[{"id":2,"some_string":"bar"},{"id":3,"some_string":"baz"}]}]
      """, into: "Three")
    try scenario.expect(
      "SELECT someString, target FROM One JOIN One_threes ON source = id ORDER BY id",
      "foo | 1\nbar | 2\nbaz | 2")
  }

  @Test func `C-C06: decimals are exact, and foreign keys may name rows that are not here`() throws {
    let scenario = try scenario()
    let report = try scenario.importJSON(
      """
      [{"id":1,"some_decimal":"3.14159","test_entity_one_id":1},{"id":2,"some_decimal":"0.3","test_entity_one_id":2}]
      """, into: "Two")
    #expect(report.unresolved == ["Two.one": 2])
    try scenario.expect("SELECT id, someDecimal, one FROM Two", "1 | 3.14159 | 1\n2 | 0.3 | 2")
    let later = try scenario.importJSON(ConvergeCases.ones, into: "One")
    #expect(later.unresolved == [:])
  }

  @Test func `C-C07: embedded to-one records without a key are new rows`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      """
      [{"id":1,"test_entity_four":{"some_string":"foo"}},{"id":2,"test_entity_four":{"some_string":"bar"}}]
      """, into: "Two")
    try scenario.expect(
      "SELECT id, someString FROM Two JOIN Four ON four = _rowsmith_id ORDER BY id", "1 | foo\n2 | bar")
  }

  @Test func `C-C08: embedded to-many records without a key are new rows`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      """
      [{"id":1,"test_entity_fours":[{"some_string":"foo"}]},
      {"id":2,"test_entity_fours":[{"some_string":"bar"},{"some_string":"baz"}]}]
      """, into: "Three")
    try scenario.expect(
      """
      SELECT someString, source FROM Four JOIN Four_threes ON source = _rowsmith_id
      """.replacingSource, "foo | 1\nbar | 2\nbaz | 2")
  }

  @Test func `C-C09: a pruned root deletes the rows that the document does not name`() throws {
    let scenario = try scenario()
    try scenario.importJSON(ConvergeCases.ones, into: "One")
    try scenario.importJSON(#"[{"id":2,"some_string":"bar"}]"#, into: "One") { $0.policy = .mergeAndPrune }
    try scenario.expect("SELECT id, someString, someFloat FROM One", "2 | bar | 2.71828")
  }

  @Test func `C-C10: a parent-scoped import prunes the items of that parent only`() throws {
    let scenario = try scenario()
    try scenario.importJSON(ConvergeCases.ones, into: "One")
    try scenario.importJSON(
      #"[{"id":1,"test_entity_one":1},{"id":2,"test_entity_one":1},{"id":3,"test_entity_one":2}]"#,
      into: "Two")
    try scenario.importJSON(
      #"[{"id":9,"some_decimal":"1"}]"#, into: .relationship(parent: "One", key: [.integer(1)], name: "twos")
    ) { $0.policy = .mergeAndPrune }
    try scenario.expect("SELECT id, one FROM Two ORDER BY id", "3 | 2\n9 | 1")
  }

  @Test func `C-C11: Replace deletes what leaves, unless something refers to it`() throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"id":1,"twos":[{"id":1},{"id":2}]}"#, into: "One")
    try scenario.importJSON(#"{"id":1,"twos":[{"id":2}]}"#, into: "One")
    try scenario.expect("SELECT id FROM Two", "2")
    try scenario.importJSON(
      #"[{"id":1,"test_entity_ones":[{"id":1},{"id":2}]},{"id":2,"test_entity_ones":[{"id":1}]}]"#,
      into: "Three")
    try scenario.importJSON(#"{"id":1,"test_entity_ones":[]}"#, into: "Three")
    // One 2 is gone; Three 2 and Two 2 still refer to One 1.
    try scenario.expect("SELECT id FROM One", "1")
    try scenario.expect("SELECT source, target FROM One_threes", "1 | 2")
  }

  @Test func `C-C12: a shorter list of foreign keys unlinks, an unknown key is kept, null clears`() throws {
    let scenario = try scenario()
    try scenario.importJSON(ConvergeCases.ones, into: "One")
    try scenario.importJSON(#"{"id":1,"test_entity_one_ids":[1,2]}"#, into: "Three")
    try scenario.importJSON(#"{"id":1,"test_entity_one_ids":[1]}"#, into: "Three")
    try scenario.expect("SELECT source, target FROM One_threes", "1 | 1")
    try scenario.expect("SELECT count(*) FROM One", "2")
    try scenario.importJSON(#"{"id":1,"test_entity_one_id":99}"#, into: "Two")
    try scenario.expect("SELECT one FROM Two", "99")
    try scenario.importJSON(#"{"id":1,"test_entity_one_id":null}"#, into: "Two")
    try scenario.expect("SELECT one FROM Two", "·")
  }

  @Test func `C-C13: names, key paths, a pattern date and a list of keys under the singular`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Product:
          attributes:
            id: Int
            name: String
            bodyText: String?
            productDescription: String?
            imageURL: { type: URL?, ImportName: image.url }
            createdAt: { type: Date?, DateFormat: "yyyy-MM-dd HH:mm:ss Z" }
        Review:
          attributes: { id: Int, name: String, reviewText: String? }
          relationships: { products: { to: [Product], MergePolicy: Merge } }
      """, comparingReference: false)
    try scenario.importJSON(
      """
      {"id":1,"name":"Katamari Damacy T-Shirt","body_text":"b","description":"d",
      "image":{"id":4,"url":"http://example.com/katamari.jpg","title":"Roll it up!"},
      "created_at":"2011-07-10 09:51:03 -0700"}
      """, into: "Product")
    try scenario.expect(
      "SELECT bodyText, productDescription, imageURL, createdAt FROM Product",
      "b | d | http://example.com/katamari.jpg | 2011-07-10T16:51:03.000Z")
    let report = try scenario.importJSON(
      #"{"id":1,"product_ids":[5,6],"name":"Alice","review_text":"Your products all suck"}"#, into: "Review")
    try scenario.expect("SELECT source, target FROM Review_products", "1 | 5\n1 | 6")
    #expect(report.unresolved == ["Review.products": 2])
  }
}

extension String {
  /// Of the many-to-many pair the table is Four's, whose rows are the sources.
  fileprivate var replacingSource: String {
    "SELECT someString, target FROM Four JOIN Four_threes ON source = _rowsmith_id ORDER BY 2, 1"
  }
}
