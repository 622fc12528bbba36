import RowsmithSchema
import Testing

@testable import Rowsmith

/// A database whose row is rekeyed is the one that would be there if the row had had that key from the start.
@Suite(.timeLimit(.minutes(30)))
struct RandomRekeyTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `rekeying gives what importing the new key from the start gives`(_ seed: UInt64) throws {
    var documents = RekeyDocuments(seed: seed)
    let (own, wanted) = (try RekeyModel.store(), try RekeyModel.store())
    let change = documents.change()
    func take(_ documents: [(entity: String, json: String)], isChanged: Bool) throws {
      for document in documents {
        let changed = change.apply(document.json)
        let outcome = Result { try own.take(isChanged ? changed : document.json, document.entity) }
        let other = Result { try wanted.take(changed, document.entity) }
        #expect((try? outcome.get()) == nil ? (try? other.get()) == nil : (try? other.get()) != nil)
      }
    }
    // So that there is a row to rekey.
    try take([(change.entity, change.record)], isChanged: false)
    try take((0..<6).map { _ in documents.next() }, isChanged: false)
    #expect(try RekeyModel.rekey(own, change.entity, change.from, change.to) == .rekeyed)
    #expect(try RekeyModel.image(own) == RekeyModel.image(wanted), "\(change)")
    // And the engine goes on from there.
    try take((0..<4).map { _ in documents.next() }, isChanged: true)
    #expect(try RekeyModel.image(own) == RekeyModel.image(wanted), "\(change)")
  }
}

/// Documents for the model, and a key that is to change in them.
struct RekeyDocuments {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  struct Change {
    var entity: String
    var from: [StoredValue]
    var to: [StoredValue]
    /// A record with the key.
    var record: String
    /// How the key is written in JSON, and how the new one is.
    var texts: (String, String)

    func apply(_ json: String) -> String { json.replacing(texts.0, with: texts.1) }
  }

  private mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  mutating func change() -> Change {
    switch below(4) {
    case 0:
      let key = "p\(below(4))"
      return Change(
        entity: "Person", from: [.text(key)], to: [.text("new")], record: #"{"id":"\#(key)"}"#,
        texts: ("\"\(key)\"", "\"new\""))
    case 1:
      let key = "h\(below(3))"
      return Change(
        entity: "Home", from: [.text(key)], to: [.text("new")], record: #"{"id":"\#(key)"}"#,
        texts: ("\"\(key)\"", "\"new\""))
    case 2:
      let key = "d\(below(3))"
      return Change(
        entity: "Pet", from: [.text(key)], to: [.text("new")], record: #"{"name":"\#(key)","kind":"Dog"}"#,
        texts: ("\"\(key)\"", "\"new\""))
    default:
      let (area, name) = (below(2), "t\(below(2))")
      return Change(
        entity: "Tag", from: [.integer(Int64(area)), .text(name)], to: [.integer(9), .text("new")],
        record: #"{"area":\#(area),"name":"\#(name)"}"#,
        texts: (#""area":\#(area),"name":"\#(name)""#, #""area":9,"name":"new""#))
    }
  }

  /// A document.
  mutating func next() -> (entity: String, json: String) {
    let count = 1 + below(3)
    switch below(5) {
    case 0: return ("Pet", "[" + (0..<count).map { _ in pet() }.joined(separator: ",") + "]")
    case 1: return ("Home", "[" + (0..<count).map { _ in home() }.joined(separator: ",") + "]")
    default: return ("Person", "[" + (0..<count).map { _ in person() }.joined(separator: ",") + "]")
    }
  }

  private mutating func list(_ bound: Int, _ make: (inout RekeyDocuments) -> String) -> String {
    "[" + (0..<below(bound)).map { _ in make(&self) }.joined(separator: ",") + "]"
  }

  private mutating func personKey() -> String { "\"p\(below(5))\"" }

  private mutating func person() -> String {
    var members = ["\"id\":\(personKey())", "\"name\":\"n\(below(3))\""]
    if below(2) == 0 {
      members.append("\"pets\":" + list(4) { $0.below(2) == 0 ? $0.pet() : "\"d\($0.below(4))\"" })
    }
    if below(2) == 0 {
      members.append("\"tags\":" + list(4) { #"{"area":\#($0.below(2)),"name":"t\#($0.below(2))"}"# })
    }
    if below(3) == 0 { members.append("\"friends\":" + list(4) { $0.personKey() }) }
    if below(3) == 0 { members.append("\"home\":" + (below(4) == 0 ? "null" : "\"h\(below(3))\"")) }
    if below(3) == 0 { members.append("\"boss\":" + (below(4) == 0 ? "null" : personKey())) }
    if below(3) == 0 { members.append("\"team\":" + list(3) { $0.personKey() }) }
    if below(3) == 0 {
      members.append(
        "\"visits\":"
          + list(3) { #"{"day":\#($0.below(3)),"photos":\#($0.list(3) { #"{"id":\#($0.below(5))}"# })}"# })
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func pet() -> String {
    var members = ["\"name\":\"d\(below(4))\"", "\"kind\":\"\(["Pet", "Dog", "Cat"][below(3)])\""]
    if below(3) == 0 { members.append("\"owner\":\(personKey())") }
    if below(2) == 0 { members.append("\"enemy\":\"d\(below(4))\"") }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func home() -> String {
    below(2) == 0 ? "{\"id\":\"h\(below(3))\"}" : "{\"id\":\"h\(below(3))\",\"owner\":\(personKey())}"
  }
}
