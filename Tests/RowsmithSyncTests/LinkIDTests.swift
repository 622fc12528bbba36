import Rowsmith
import TestSupport
import Testing

@testable import RowsmithSync

/// The id of a link is made of both keys, and tells them.
struct LinkIDTests {
  @Test(
    arguments: [
      (.text("a"), .text("b"), "l-a__b"), (.integer(1), .integer(-2), "l-1__-2"),
      (.text(""), .text(""), "l-__"),
      (.text("a_b"), .text("_"), "l-a_5fb___5f"), (.text("a b"), .text("ü"), "l-a_20b___c3_bc"),
      (.text("\u{1}"), .text("é/?#"), "l-_01___c3_a9_2f_3f_23"), (.text("l-x"), .text("A-Z"), "l-l-x__A-Z"),
      (.text("a__b"), .text("c"), "l-a_5f_5fb__c"),
    ] as [(StoredValue, StoredValue, String)])
  func `keys are spelled in letters, digits and hyphens`(source: StoredValue, target: StoredValue, id: String)
    throws
  {
    #expect(LinkID.make(source, target) == id)
    let keys = try #require(LinkID.keys(id))
    #expect(keys.source == LinkID.text(source) && keys.target == LinkID.text(target))
  }

  @Test(arguments: [
    "", "l-", "l-a", "l-a_b", "x-a__b", "L-a__b", "l-_zz__b", "l-_f__b", "l-a___", "l-a__b_", "l-_ff__b",
    "l-_c3__b", "a__b",
  ])
  func `an id that no link has is told from one`(id: String) {
    #expect(LinkID.keys(id) == nil)
  }

  @Test func `random keys come back, and no two links have one id`() {
    var generator = SeededGenerator()
    let pieces = ["_", "__", "-", "l-", "a", "Z", "9", " ", "é", "\u{1}", "%", "_5f", "日"]
    var links: [String: [String]] = [:]
    for _ in 0..<5000 {
      let keys = (0..<2).map { _ in
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          pieces.randomElement(using: &generator) ?? ""
        }.joined()
      }
      let id = LinkID.make(.text(keys[0]), .text(keys[1]))
      #expect(LinkID.keys(id).map { [$0.source, $0.target] } == keys)
      if let other = links.updateValue(keys, forKey: id) { #expect(other == keys) }
    }
    #expect(links.count > 1000)
  }
}
